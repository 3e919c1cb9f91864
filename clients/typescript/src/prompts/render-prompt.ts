import { finishRendering, prepareRendering } from '../../../../src/domain/templates/prepare-rendering.ts';
import type { PromptTemplate } from '../../../../src/domain/templates/prompt-content.ts';
import type { Rendered } from '../../../../src/domain/templates/render-template.ts';
import type { IncludeLookup } from '../../../../src/domain/templates/template-uses.ts';
import type { ValueProblem } from '../../../../src/domain/templates/variable-values.ts';
import type { VariableDeclaration } from '../../../../src/domain/templates/variables.ts';
import { PromptholdError, PromptVariablesError, type VariableProblem } from '../errors.ts';
import { toJsonValues } from './render-values.ts';

export interface RenderableContent {
  readonly name: string;
  readonly template: PromptTemplate;
  /** Variables of the prompt and of everything it includes. */
  readonly variables: readonly VariableDeclaration[];
  readonly include: IncludeLookup;
}

/** Renders as the service would. Throws what the service would reject. */
export function renderContent(
  { name, template, variables, include }: RenderableContent,
  values: object | undefined,
  placeholders: object | undefined,
): Rendered {
  const given = { variables: toJsonValues(values), placeholders: toJsonValues(placeholders), strict: true };
  const { rendering, problems } = prepareRendering(template, variables, include, given);
  const outcome = rendering.advance(Number.POSITIVE_INFINITY);
  const result = outcome && finishRendering(outcome, problems);
  switch (result?.kind) {
    case 'rendered':
      return result.rendered;
    case 'variables-invalid':
      throw toVariablesError(name, result.problems);
    case 'includes-invalid':
      throw new PromptholdError('includes_invalid', `${name} cannot be rendered.`, {
        details: result.problems.map(({ path, problem, text }) => ({ path, problem, message: text })),
      });
    default:
      throw tooLarge(name, result?.limit ?? 'steps');
  }
}

export const tooLarge = (name: string, limit: string): PromptholdError =>
  new PromptholdError('render_too_large', `${name} is too large to be rendered (${limit}).`, {
    details: [{ path: '', problem: limit }],
  });

function toVariablesError(name: string, found: readonly ValueProblem[]): PromptVariablesError {
  const problems = found.map(({ text, ...problem }) => ({ ...problem, ...(text !== undefined && { message: text }) }));
  return new PromptVariablesError(`The values for ${name} do not fit: ${describe(problems)}.`, problems);
}

const describe = (problems: readonly VariableProblem[]): string =>
  problems.map(({ path, problem, message }) => (message ? `${path} ${message}` : `${path} (${problem})`)).join(', ');
