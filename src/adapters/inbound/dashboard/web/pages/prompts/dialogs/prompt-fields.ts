import { promptNameProblem } from '../../../../../../../domain/naming/prompt-name.ts';
import { type ApiProblem, describeField } from '../../../api/http/request.ts';

export const NAME_RULES = 'Lowercase letters, digits, “.”, “_” and “-”; use “/” for folders (up to 5 levels).';

const NAME_PROBLEMS = {
  malformed: 'Use lowercase letters, digits, “.”, “_” and “-”, and “/” for folders',
  'too-long': 'Use 128 characters or fewer',
  'too-many-segments': 'Use 5 levels or fewer',
  'looks-like-an-id': 'A name cannot look like an id',
} as const;

export function findNameProblem(name: string): string | null {
  const problem = promptNameProblem(name);
  return problem === undefined ? null : NAME_PROBLEMS[problem];
}

/** The server's complaints by form field. */
export function fieldErrors(problem: ApiProblem): Record<string, string> {
  if (problem.code === 'name_taken') return { name: 'Another prompt has this name' };
  const details = problem.body.details ?? [];
  return Object.fromEntries(details.map((detail) => [detail.path.replace(/\..*$/, ''), describeField(detail)]));
}
