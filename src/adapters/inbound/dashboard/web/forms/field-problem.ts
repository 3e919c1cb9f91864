import { ApiProblem } from '../api/http/request.ts';

/** The server's complaint about one field, as a sentence. */
export function fieldProblem(error: unknown, path: string, label: string): string | undefined {
  const problem = error instanceof ApiProblem ? error.fieldProblem(path) : undefined;
  return problem && `${label} ${problem}.`;
}
