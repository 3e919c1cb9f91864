import type { ProblemCode } from '../../../../../../../domain/problem.ts';
import type { VariableUse } from '../../../../../../../domain/templates/template-uses.ts';
import {
  inferVariable,
  parseVariables,
  type VariableDeclaration,
  type VariableInput,
  type VariableType,
} from '../../../../../../../domain/templates/variables.ts';
import { equalJson, type JsonValue } from '../../../../../../../domain/text/json.ts';
import { parseExactJson } from '../../../../../../../domain/text/parse-json.ts';

/** A declaration while it is being edited: values are still text. */
export interface VariableDraft {
  readonly name: string;
  readonly type: VariableType;
  readonly required: boolean;
  /** Null without a default; an empty text is a default. */
  readonly fallback: string | null;
  /** Empty when any value of the type is allowed. */
  readonly choices: readonly string[];
  readonly description: string;
}

/** Strings are taken as they are, everything else is parsed as JSON. */
export type ParsedValue = { readonly kind: 'value'; readonly value: JsonValue } | { readonly kind: 'malformed' };

export function parseValue(type: VariableType, text: string): ParsedValue {
  if (type === 'string') return { kind: 'value', value: text };
  try {
    return { kind: 'value', value: parseExactJson(text) as JsonValue };
  } catch {
    return { kind: 'malformed' };
  }
}

export const printValue = (type: VariableType, value: unknown): string =>
  type === 'string' && typeof value === 'string' ? value : JSON.stringify(value);

export function toVariableDraft({
  name,
  type,
  required,
  default: fallback,
  enum: choices,
  description,
}: VariableInput): VariableDraft {
  return {
    name,
    type,
    required,
    fallback: fallback === undefined ? null : printValue(type, fallback),
    choices: (choices ?? []).map((choice) => printValue(type, choice)),
    description: description ?? '',
  };
}

export type DeclarationOutcome =
  | { readonly kind: 'declaration'; readonly declaration: VariableDeclaration }
  | { readonly kind: 'invalid'; readonly problems: Readonly<Record<string, ProblemCode>> };

/** The declaration, or the problem of each invalid field. */
export function toDeclaration(draft: VariableDraft): DeclarationOutcome {
  const fallback = draft.fallback === null ? undefined : parseValue(draft.type, draft.fallback);
  const choices = draft.choices.map((choice) => parseValue(draft.type, choice));
  const problems: Record<string, ProblemCode> = {};
  if (fallback?.kind === 'malformed') problems['default'] = 'malformed';
  if (choices.some(({ kind }) => kind === 'malformed')) problems['enum'] = 'malformed';
  if (Object.keys(problems).length > 0) return { kind: 'invalid', problems };
  const outcome = parseVariables([
    {
      name: draft.name,
      type: draft.type,
      required: draft.required,
      ...(fallback?.kind === 'value' && { default: fallback.value }),
      ...(choices.length > 0 && { enum: choices.flatMap((one) => (one.kind === 'value' ? [one.value] : [])) }),
      ...(draft.description !== '' && { description: draft.description }),
    },
  ]);
  if (outcome.kind === 'invalid') {
    return {
      kind: 'invalid',
      problems: Object.fromEntries(outcome.problems.map(({ path, problem }) => [path.replace(/^.*\./, ''), problem])),
    };
  }
  const [declaration] = outcome.variables;
  return declaration ? { kind: 'declaration', declaration } : { kind: 'invalid', problems: { name: 'malformed' } };
}

/** The declarations that differ from what the text implies. */
export function explicitDeclarations(
  variables: readonly VariableInput[],
  uses: readonly VariableUse[],
): readonly VariableDraft[] {
  const inferred = new Map<string, JsonValue>(uses.map((use) => [use.name, inferVariable(use)]));
  return variables
    .filter((variable) => {
      const expected = inferred.get(variable.name);
      return expected === undefined || !equalJson(expected, { ...variable } as unknown as JsonValue);
    })
    .map(toVariableDraft);
}

/**
 * Every variable in use, as declared or else as inferred, and unused declarations, which the server reports.
 * All of them are sent: for variables that are left out, the server would keep the declarations of the latest version.
 */
export function variablesToPublish(
  declared: readonly VariableDraft[],
  uses: readonly VariableUse[],
  order: readonly string[] = [],
): readonly VariableDeclaration[] {
  const variables = new Map<string, VariableDeclaration>(uses.map((use) => [use.name, inferVariable(use)]));
  for (const draft of declared) {
    const outcome = toDeclaration(draft);
    if (outcome.kind === 'declaration') variables.set(draft.name, outcome.declaration);
  }
  const rank = new Map(order.map((name, index) => [name, index]));
  const rankOf = ({ name }: VariableDeclaration): number => rank.get(name) ?? order.length;
  return [...variables.values()].toSorted((one, other) => rankOf(one) - rankOf(other));
}
