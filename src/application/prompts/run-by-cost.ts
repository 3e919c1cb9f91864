import { type ContentInput, hasManyTags } from '../../domain/templates/prompt-content.ts';
import { insideHeavy, type Work } from '../work.ts';

/** Runs what parses this content: as heavy work if it has many tags, which take as long as hundreds of requests. */
export const runByCost = <Result>(
  content: ContentInput,
  work: Work,
  run: (granted: Work) => Promise<Result>,
): Promise<Result> => (hasManyTags(content) ? work.heavy(() => run(insideHeavy(work))) : run(work));
