import { ApiProblem } from '../api/request.ts';

/** What the server found wrong with one field, as a sentence to stand below it. */
export function fieldProblem(error: unknown, path: string, label: string): string | undefined {
  const problem = error instanceof ApiProblem ? error.problemOf(path) : undefined;
  return problem && `${label} ${problem}.`;
}
