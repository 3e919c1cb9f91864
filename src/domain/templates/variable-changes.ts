import { equalJson } from '../text/json.ts';
import type { VariableName } from './variable-name.ts';
import type { VariableDeclaration } from './variables.ts';

/** A reason why callers of the older version would fail with the newer one. */
export interface BreakingChange {
  readonly name: VariableName;
  readonly change: 'added-required' | 'removed' | 'type-changed';
}

export interface VariableChanges {
  readonly added: readonly VariableDeclaration[];
  readonly removed: readonly VariableDeclaration[];
  readonly changed: readonly { readonly from: VariableDeclaration; readonly to: VariableDeclaration }[];
}

type Declarations = readonly VariableDeclaration[];

/**
 * The changes that break callers who send exactly what `before` requires.
 *
 * An optional variable that becomes required counts as added, because those callers do not send it.
 */
export function breakingChanges(before: Declarations, after: Declarations): readonly BreakingChange[] {
  const earlier = byName(before);
  const later = byName(after);
  const removed = before.filter(({ name }) => !later.has(name));
  const retyped = after.filter(({ name, type }) => (earlier.get(name)?.type ?? type) !== type);
  const required = after.filter((variable) => isMandatory(variable) && !isMandatory(earlier.get(variable.name)));
  return [
    ...removed.map(({ name }) => ({ name, change: 'removed' as const })),
    ...retyped.map(({ name }) => ({ name, change: 'type-changed' as const })),
    ...required.map(({ name }) => ({ name, change: 'added-required' as const })),
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

const byName = (variables: Declarations) => new Map(variables.map((variable) => [variable.name, variable]));

const isMandatory = (variable: VariableDeclaration | undefined): boolean =>
  variable?.required === true && variable.default === undefined;
