import type { Branded } from '../branded.ts';
import { PROBLEMS_MAX } from '../problem.ts';
import type { JsonValue } from '../text/json.ts';
import { fitsType, isOneOf, type VariableDeclaration } from './variables.ts';

/**
 * The values for one rendering: each of its declared type, with defaults filled in and nothing undeclared.
 *
 * A map, so that a variable named `constructor` needs no special care. Only checkValues creates one.
 */
export type VariableValues = Branded<ReadonlyMap<string, JsonValue>, 'VariableValues'>;

export interface ValueProblem {
  readonly path: string;
  readonly problem: 'missing' | 'unknown' | 'type' | 'enum';
}

export type ValuesOutcome =
  | { readonly kind: 'valid'; readonly values: VariableValues }
  | { readonly kind: 'invalid'; readonly problems: readonly ValueProblem[] };

/**
 * Checks a caller's values against the declarations of the version.
 *
 * Does not report missing values, which matter only when rendering reaches them: a section that is not rendered needs
 * none. Without `strict`, unknown names are ignored, but a wrong type is still a problem.
 */
export function checkValues(
  declared: readonly VariableDeclaration[],
  given: Readonly<Record<string, unknown>>,
  { strict }: { readonly strict: boolean },
): ValuesOutcome {
  const values = new Map<string, JsonValue>();
  const problems: ValueProblem[] = [];
  for (const variable of declared) {
    const { name, default: fallback } = variable;
    // Own properties only: every object inherits a `constructor`, which the caller did not send.
    const value = Object.hasOwn(given, name) ? given[name] : fallback;
    if (value === undefined) continue;
    if (!fitsType(variable.type, value)) {
      problems.push({ path: name, problem: 'type' });
    } else if (variable.enum && !isOneOf(variable.enum, value)) {
      problems.push({ path: name, problem: 'enum' });
    } else {
      values.set(name, value);
    }
  }
  if (strict) problems.push(...unknownNames(declared, given));
  if (problems.length > 0) return { kind: 'invalid', problems: problems.slice(0, PROBLEMS_MAX) };
  return { kind: 'valid', values: values as ReadonlyMap<string, JsonValue> as VariableValues };
}

function unknownNames(
  declared: readonly VariableDeclaration[],
  given: Readonly<Record<string, unknown>>,
): readonly ValueProblem[] {
  const known = new Set<string>(declared.map(({ name }) => name));
  const unknown = Object.keys(given).filter((name) => !known.has(name));
  return unknown.slice(0, PROBLEMS_MAX).map((path) => ({ path, problem: 'unknown' }));
}
