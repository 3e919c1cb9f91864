import { canonicalJson, equalJson, type JsonList } from '../text/json.ts';
import type { VariableDeclaration } from './variables.ts';

export const BREAKING_CHANGES = ['removed', 'type-changed', 'added-required', 'enum-narrowed', 'member-added'] as const;

/** A reason why callers of the older version would fail with the newer one. */
export interface BreakingChange {
  /** The name of a variable, or the path of a member such as `order.total` or `lines.*.price`. */
  readonly path: string;
  readonly change: (typeof BREAKING_CHANGES)[number];
}

export interface VariableChanges {
  readonly added: readonly VariableDeclaration[];
  readonly removed: readonly VariableDeclaration[];
  readonly changed: readonly { readonly from: VariableDeclaration; readonly to: VariableDeclaration }[];
}

type Declarations = readonly VariableDeclaration[];

/**
 * The changes of declarations that break callers who send exactly what `before` requires.
 *
 * An optional variable that becomes required counts as added, because those callers do not send it. An enum where there
 * was none is narrower, unless it has both booleans.
 */
export function breakingChanges(before: Declarations, after: Declarations): readonly BreakingChange[] {
  const earlier = byName(before);
  const later = byName(after);
  const removed = before.filter(({ name }) => !later.has(name));
  const retyped = after.filter(({ name, type }) => (earlier.get(name)?.type ?? type) !== type);
  const required = after.filter((variable) => isMandatory(variable) && !isMandatory(earlier.get(variable.name)));
  const narrowed = after.filter((variable) => isNarrower(earlier.get(variable.name), variable));
  const describe = (variables: Declarations, change: BreakingChange['change']) =>
    variables.map(({ name }) => ({ path: name, change }));
  return [
    ...describe(removed, 'removed'),
    ...describe(retyped, 'type-changed'),
    ...describe(required, 'added-required'),
    ...describe(narrowed, 'enum-narrowed'),
  ];
}

/** Every difference, breaking or not. Ignores the order of declarations. */
export function variableChanges(before: Declarations, after: Declarations): VariableChanges {
  const earlier = byName(before);
  const later = byName(after);
  return {
    added: after.filter(({ name }) => !earlier.has(name)),
    removed: before.filter(({ name }) => !later.has(name)),
    changed: after.flatMap((to) => {
      const from = earlier.get(to.name);
      return from && !equalJson(from, to) ? [{ from, to }] : [];
    }),
  };
}

export const byName = (variables: Declarations) => new Map(variables.map((variable) => [variable.name, variable]));

/** Whether callers must send the variable. */
export const isMandatory = (variable: VariableDeclaration | undefined): boolean =>
  variable?.required === true && variable.default === undefined;

/** A changed type is reported as such: no value of the earlier type fits, in the enum or not. */
function isNarrower(from: VariableDeclaration | undefined, { type, enum: values }: VariableDeclaration): boolean {
  if (!values || from?.type !== type) return false;
  const accepted = from.enum ?? (type === 'boolean' ? BOOLEANS : undefined);
  const texts = new Set(values.map(canonicalJson));
  return !accepted?.every((value) => texts.has(canonicalJson(value)));
}

const BOOLEANS: JsonList = [false, true];
