import type { Problem } from '../../../../domain/problem.ts';
import type { VariableDeclaration } from '../../../../domain/templates/variables.ts';

/** `code: missing; lang: enum; strict: expected boolean`. */
export const describeArguments = (problems: readonly Problem[], variables: readonly VariableDeclaration[]): string =>
  problems.map(({ path, problem }) => `${path}: ${describeProblem(path, problem, variables)}`).join('; ');

function describeProblem(path: string, problem: string, variables: readonly VariableDeclaration[]): string {
  const type = variables.find(({ name }) => name === path)?.type;
  return problem === 'type' && type !== undefined ? `expected ${type}` : problem;
}
