import type { Branded } from '../branded.ts';
import { PROBLEMS_MAX } from '../problem.ts';
import { findInexact, type JsonValue } from '../text/json.ts';
import { fitsType, isOneOf, type VariableDeclaration } from './variables.ts';

/**
 * The values for one rendering, with defaults filled in and nothing undeclared. Each has its declared type, unless
 * checkValues reported a problem with it. An optional variable that is omitted is undefined here and renders as nothing;
 * one that is missing has no entry.
 *
 * A map, so that a variable named `constructor` needs no special care. Only checkValues creates one.
 */
export type VariableValues = Branded<ReadonlyMap<string, JsonValue | undefined>, 'VariableValues'>;

export interface ValueProblem {
  readonly path: string;
  readonly problem: 'missing' | 'unknown' | 'type' | 'enum';
  /** The rest of a sentence that begins with the path, if there is more to say. */
  readonly text?: string;
}

/** The value is a number that JSON.parse, or another reader of JSON, may have changed. */
export const toInexact = (path: string) => ({
  path,
  problem: 'type' as const,
  text: 'is an integer beyond 2^53: write it as text',
});

export type ValuesOutcome =
  | { readonly kind: 'valid'; readonly values: VariableValues }
  /** The values show what else is wrong: which others a rendering would miss. */
  | { readonly kind: 'invalid'; readonly problems: readonly ValueProblem[]; readonly values: VariableValues };

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
  const values = new Map<string, JsonValue | undefined>();
  const problems: ValueProblem[] = [];
  for (const variable of declared) {
    const { name, required, default: fallback } = variable;
    // Own properties only: every object inherits a `constructor`, which the caller did not send.
    const sent = Object.hasOwn(given, name) ? given[name] : undefined;
    const value = sent === undefined || (sent === null && isOmittedByNull(variable)) ? fallback : sent;
    if (value === undefined) {
      if (!required) values.set(name, undefined);
      continue;
    }
    // Callers send JSON, whatever its type.
    values.set(name, value as JsonValue);
    const problem = findTypeProblem(variable, value, value === sent);
    if (problem) problems.push(problem);
    else if (variable.enum && !isOneOf(variable.enum, value as JsonValue))
      problems.push({ path: name, problem: 'enum' });
  }
  if (strict) problems.push(...unknownNames(declared, given));
  const checked = values as ReadonlyMap<string, JsonValue | undefined> as VariableValues;
  if (problems.length === 0) return { kind: 'valid', values: checked };
  return { kind: 'invalid', problems: problems.slice(0, PROBLEMS_MAX), values: checked };
}

/** A default was published, so that it is as exact as it ever was. */
function findTypeProblem(
  { name, type }: VariableDeclaration,
  value: unknown,
  isSent: boolean,
): ValueProblem | undefined {
  if (typeof value === 'bigint' && !Number.isSafeInteger(Number(value))) return toInexact(name);
  if (!fitsType(type, value)) return { path: name, problem: 'type' };
  const inexact = isSent ? findInexact(value) : undefined;
  return inexact === undefined ? undefined : toInexact(name + inexact);
}

/** Programs have null for what is optional. Instead of a default that is JSON, they may mean it. */
const isOmittedByNull = ({ type, required, default: fallback }: VariableDeclaration): boolean =>
  !required && (type !== 'json' || fallback === undefined);

function unknownNames(
  declared: readonly VariableDeclaration[],
  given: Readonly<Record<string, unknown>>,
): readonly ValueProblem[] {
  const known = new Set<string>(declared.map(({ name }) => name));
  const unknown = Object.keys(given).filter((name) => !known.has(name));
  return unknown.slice(0, PROBLEMS_MAX).map((path) => ({ path, problem: 'unknown' }));
}
