import { PROBLEMS_MAX, type Problem, type ProblemCode, toInvalid } from '../problem.ts';
import { characterCount } from '../text/character-count.ts';
import { canonicalJson, isBoundedJson, isLongerJson, type JsonValue, jsonBytes } from '../text/json.ts';
import type { VariableUse } from './template-uses.ts';
import { parseVariableName, type VariableName } from './variable-name.ts';

export const VARIABLE_TYPES = ['string', 'number', 'boolean', 'json'] as const;
export type VariableType = (typeof VARIABLE_TYPES)[number];

/** A version's contract with its callers about one variable. Unused fields are absent, never undefined. */
export type VariableDeclaration = {
  readonly name: VariableName;
  readonly type: VariableType;
  /** A required variable without a default must be sent. An optional one without a default renders as nothing when it is omitted. */
  readonly required: boolean;
  readonly default?: JsonValue;
  readonly enum?: readonly JsonValue[];
  readonly description?: string;
};

/** A declaration as a caller sends it: of the right shape, but not yet checked. */
export interface VariableInput {
  readonly name: string;
  readonly type: VariableType;
  readonly required: boolean;
  readonly default?: unknown;
  readonly enum?: readonly unknown[] | undefined;
  readonly description?: string | undefined;
}

export type VariablesOutcome =
  | { readonly kind: 'variables'; readonly variables: readonly VariableDeclaration[] }
  | { readonly kind: 'invalid'; readonly problems: readonly Problem[] };

export const VARIABLES_MAX = 200;
const VARIABLES_BYTES_MAX = 64 * 1024;
export const ENUM_VALUES_MAX = 100;
export const DESCRIPTION_CHARACTERS_MAX = 500;

/** No coercion: a number is not a string, and null fits only `json`. */
export function fitsType(type: VariableType, value: unknown): value is JsonValue {
  if (type === 'json') return isBoundedJson(value);
  return type === 'number' ? Number.isFinite(value) : typeof value === type;
}

export function isOneOf(values: readonly JsonValue[], value: JsonValue): boolean {
  // Serialize once, not per candidate: the value may be as large as a request.
  const text = canonicalJson(value);
  return values.some((candidate) => canonicalJson(candidate) === text);
}

export function parseVariables(inputs: readonly VariableInput[]): VariablesOutcome {
  if (inputs.length > VARIABLES_MAX) return toInvalid('variables', 'too-many');
  if (isLongerJson(inputs, VARIABLES_BYTES_MAX)) return toInvalid('variables', 'too-large');

  const problems: Problem[] = [];
  const variables = new Map<string, VariableDeclaration>();
  inputs.forEach((input, index) => {
    const report: Report = (field, problem) => problems.push({ path: `variables.${index}.${field}`, problem });
    const variable = parseVariable(input, report);
    if (variables.has(input.name)) report('name', 'duplicate');
    if (variable) variables.set(input.name, variable);
  });
  if (problems.length > 0) return { kind: 'invalid', problems };

  const declared = [...variables.values()];
  const bytes = jsonBytes(declared);
  return bytes > VARIABLES_BYTES_MAX ? toInvalid('variables', 'too-large') : { kind: 'variables', variables: declared };
}

/**
 * The declarations for a template whose author declared none: by default, a variable is a required string.
 *
 * A dot or a section makes it JSON. A section also makes it optional, even if it is used elsewhere too: the section
 * defines what happens when the variable is missing.
 */
export function inferVariables(uses: readonly VariableUse[]): VariablesOutcome {
  if (uses.length > VARIABLES_MAX) return toInvalid('variables', 'too-many');
  return { kind: 'variables', variables: uses.map(inferVariable) };
}

/**
 * The declarations for content whose author left them out: those of the version before it, in their order, for variables
 * that it still uses, followed by inferred ones for the others.
 *
 * Only JSON has members. So a declaration of another type is not taken over for a variable that is now used with a dot:
 * no value could satisfy both.
 */
export function inheritVariables(
  earlier: readonly VariableDeclaration[],
  uses: readonly VariableUse[],
): VariablesOutcome {
  const used = new Map(uses.map((use) => [use.name, use]));
  const kept = earlier.filter(({ name, type }) => {
    const use = used.get(name);
    return use !== undefined && (type === 'json' || !use.dotted);
  });
  return parseVariables(withUndeclared(kept, uses));
}

/** The variables that a rendering accepts: the declared ones, and any that a floating include has started to use. */
export const withUndeclared = (
  declared: readonly VariableDeclaration[],
  uses: readonly VariableUse[],
): readonly VariableDeclaration[] => [...declared, ...undeclaredUses(declared, uses).map(inferVariable)];

/** Declarations and templates must name the same variables: a difference is a typo in one of them. */
export function useProblems(
  declared: readonly VariableDeclaration[],
  uses: readonly VariableUse[],
): readonly Problem[] {
  const used = new Set(uses.map(({ name }) => name));
  const unused = declared.filter(({ name }) => !used.has(name));
  const problems = [
    ...unused.map(({ name }) => ({ path: `variables.${name}`, problem: 'unused' as const })),
    ...undeclaredUses(declared, uses).map(({ name }) => ({
      path: `variables.${name}`,
      problem: 'undeclared' as const,
    })),
  ];
  return problems.slice(0, PROBLEMS_MAX);
}

export const inferVariable = ({ name, dotted, section }: VariableUse): VariableDeclaration => ({
  name,
  type: dotted || section ? 'json' : 'string',
  required: !section,
});

function undeclaredUses(
  declared: readonly VariableDeclaration[],
  uses: readonly VariableUse[],
): readonly VariableUse[] {
  const known = new Set(declared.map(({ name }) => name));
  return uses.filter(({ name }) => !known.has(name));
}

type Report = (field: string, problem: ProblemCode) => void;

/** Undefined without a valid name. Reports all problems, not only the first. */
function parseVariable(input: VariableInput, report: Report): VariableDeclaration | undefined {
  const { type, required, description } = input;
  const name = parseVariableName(input.name);
  if (!name) report('name', 'malformed');
  if (characterCount(description ?? '') > DESCRIPTION_CHARACTERS_MAX) report('description', 'too-long');

  const values = input.enum && parseEnum(type, input.enum, report);
  const fallback = input.default === undefined ? undefined : parseDefault(type, input.default, values, report);
  return (
    name && {
      name,
      type,
      required,
      ...(fallback !== undefined && { default: fallback }),
      ...(values !== undefined && { enum: values }),
      ...(description !== undefined && { description }),
    }
  );
}

function parseEnum(type: VariableType, values: readonly unknown[], report: Report): readonly JsonValue[] {
  if (values.length === 0) report('enum', 'empty');
  if (values.length > ENUM_VALUES_MAX) report('enum', 'too-many');
  const fitting = values.filter((value): value is JsonValue => fitsType(type, value));
  if (fitting.length < values.length) report('enum', 'type');
  if (new Set(fitting.map(canonicalJson)).size < fitting.length) report('enum', 'duplicate');
  return fitting;
}

function parseDefault(
  type: VariableType,
  value: unknown,
  values: readonly JsonValue[] | undefined,
  report: Report,
): JsonValue | undefined {
  if (!fitsType(type, value)) {
    report('default', 'type');
    return undefined;
  }
  if (values && !isOneOf(values, value)) report('default', 'enum');
  return value;
}
