import { PROBLEMS_MAX, type Problem } from '../problem.ts';
import { toProblem } from './include-problems.ts';
import { checkPlaceholders } from './placeholder-values.ts';
import type { PromptTemplate } from './prompt-content.ts';
import { type Rendered, Rendering, type RenderLimit, type RenderOutcome } from './render-template.ts';
import type { IncludeLookup } from './template-uses.ts';
import { checkValues, type ValueProblem } from './variable-values.ts';
import type { VariableDeclaration } from './variables.ts';

/** Values as a caller sends them. */
export interface RenderValues {
  readonly variables: Readonly<Record<string, unknown>>;
  readonly placeholders: Readonly<Record<string, unknown>>;
  readonly strict: boolean;
}

export interface PreparedRendering {
  readonly rendering: Rendering;
  /** Values that are wrong or unknown. Those that are missing are found by rendering. */
  readonly problems: readonly ValueProblem[];
}

export type RenderingResult =
  | { readonly kind: 'rendered'; readonly rendered: Rendered }
  /** The problems are all reported together: what is missing beside what is wrong or unknown. */
  | { readonly kind: 'variables-invalid'; readonly problems: readonly ValueProblem[] }
  | { readonly kind: 'includes-invalid'; readonly problems: readonly Problem[] }
  | { readonly kind: 'too-large'; readonly limit: RenderLimit };

/** Checks values against all variables of a prompt, those of its includes too, before it is rendered with them. */
export function prepareRendering(
  template: PromptTemplate,
  declared: readonly VariableDeclaration[],
  include: IncludeLookup,
  { variables, placeholders: lists, strict }: RenderValues,
): PreparedRendering {
  const values = checkValues(declared, variables, { strict });
  const placeholders = checkPlaceholders(template, lists, { strict });
  const problems = [values, placeholders].flatMap((outcome) => (outcome.kind === 'invalid' ? outcome.problems : []));
  const request = { values: values.values, placeholders: placeholders.placeholders, include, strict };
  return { rendering: new Rendering(template, request), problems };
}

/** Joins the outcome of a rendering with the problems that were found before it. */
export function finishRendering(outcome: RenderOutcome, problems: readonly ValueProblem[]): RenderingResult {
  if (outcome.kind === 'invalid' || problems.length > 0) {
    const missing = outcome.kind === 'invalid' ? outcome.problems : [];
    return { kind: 'variables-invalid', problems: joinProblems(missing, problems) };
  }
  if (outcome.kind !== 'include-not-found') return outcome;
  return { kind: 'includes-invalid', problems: [toProblem(outcome.target, 'prompt-missing')] };
}

/** A part of a value that is wrong as a whole is not also missing. */
function joinProblems(missing: readonly ValueProblem[], wrong: readonly ValueProblem[]): readonly ValueProblem[] {
  const reported = new Set(wrong.filter(({ problem }) => problem !== 'unknown').map(({ path }) => path));
  const others = missing.filter(({ path }) => !reported.has(path.split('.', 1).join()));
  return [...others, ...wrong].slice(0, PROBLEMS_MAX);
}
