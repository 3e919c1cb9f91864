import type { VariableUse } from '../../../../../../../domain/templates/template-uses.ts';
import {
  inferVariable,
  parseVariables,
  type VariableDeclaration,
  type VariableInput,
  type VariableType,
} from '../../../../../../../domain/templates/variables.ts';
import { equalJson, type JsonValue } from '../../../../../../../domain/text/json.ts';
import { parseJson } from '../../../../../../../domain/text/parse-json.ts';

/** A declaration while it is being written: values are still text. */
export interface VariableDraft {
  readonly name: string;
  readonly type: VariableType;
  readonly required: boolean;
  /** Null without a default, which is not the same as an empty one. */
  readonly fallback: string | null;
  /** None: any value of the type. */
  readonly choices: readonly string[];
  readonly description: string;
}

/** What a person may have meant: strings as they are, everything else as JSON. */
export type ReadValue = { readonly kind: 'value'; readonly value: JsonValue } | { readonly kind: 'malformed' };

export function readValue(type: VariableType, text: string): ReadValue {
  if (type === 'string') return { kind: 'value', value: text };
  try {
    return { kind: 'value', value: parseJson(text) as JsonValue };
  } catch {
    return { kind: 'malformed' };
  }
}

export const writeValue = (type: VariableType, value: unknown): string =>
  type === 'string' && typeof value === 'string' ? value : JSON.stringify(value);

export function draftOf({
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
    fallback: fallback === undefined ? null : writeValue(type, fallback),
    choices: (choices ?? []).map((choice) => writeValue(type, choice)),
    description: description ?? '',
  };
}

export type DeclarationOutcome =
  | { readonly kind: 'declaration'; readonly declaration: VariableDeclaration }
  | { readonly kind: 'invalid'; readonly problems: Readonly<Record<string, string>> };

/** The declaration that a draft stands for, or what is wrong with each of its fields. */
export function declarationOf(draft: VariableDraft): DeclarationOutcome {
  const fallback = draft.fallback === null ? undefined : readValue(draft.type, draft.fallback);
  const choices = draft.choices.map((choice) => readValue(draft.type, choice));
  const problems: Record<string, string> = {};
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

/** Those that say more, or something else, than the text says by itself. */
export function beyondInferred(
  variables: readonly VariableInput[],
  uses: readonly VariableUse[],
): readonly VariableDraft[] {
  const inferred = new Map<string, JsonValue>(uses.map((use) => [use.name, inferVariable(use)]));
  return variables
    .filter((variable) => {
      const usual = inferred.get(variable.name);
      return usual === undefined || !equalJson(usual, { ...variable } as unknown as JsonValue);
    })
    .map(draftOf);
}

/**
 * What to publish: every variable in use, as declared or else as inferred, and what is declared without use, to be told.
 * Undefined when all of it is what the server infers by itself.
 */
export function variablesToPublish(
  declared: readonly VariableDraft[],
  uses: readonly VariableUse[],
  order: readonly string[],
): readonly VariableDeclaration[] | undefined {
  if (declared.length === 0 && order.length === 0) return undefined;
  const variables = new Map<string, VariableDeclaration>(uses.map((use) => [use.name, inferVariable(use)]));
  for (const draft of declared) {
    const outcome = declarationOf(draft);
    if (outcome.kind === 'declaration') variables.set(draft.name, outcome.declaration);
  }
  const place = new Map(order.map((name, index) => [name, index]));
  const placeOf = ({ name }: VariableDeclaration): number => place.get(name) ?? order.length;
  return [...variables.values()].toSorted((one, other) => placeOf(one) - placeOf(other));
}

/** What the version would declare, whoever says it: its author, or the text. */
export const currentVariables = (
  declared: readonly VariableDraft[],
  uses: readonly VariableUse[],
): readonly VariableDeclaration[] => variablesToPublish(declared, uses, []) ?? uses.map(inferVariable);
