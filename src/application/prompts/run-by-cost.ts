import { type ContentInput, hasManyTags } from '../../domain/templates/prompt-content.ts';
import { type Execution, insideHeavy } from '../ports/execution.ts';

/** Runs what parses this content: as heavy work if it has many tags, which take as long as hundreds of requests. */
export const runByCost = <Result>(
  content: ContentInput,
  execution: Execution,
  run: (granted: Execution) => Promise<Result>,
): Promise<Result> => (hasManyTags(content) ? execution.heavy(() => run(insideHeavy(execution))) : run(execution));
