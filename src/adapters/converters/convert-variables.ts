import type { VariableUse } from '../../domain/templates/template-uses.ts';
import {
  DESCRIPTION_CHARACTERS_MAX,
  ENUM_VALUES_MAX,
  fitsType,
  inferVariable,
  isOneOf,
  type VariableInput,
  type VariableType,
} from '../../domain/templates/variables.ts';
import { canonicalJson, isList, isObject, type JsonValue } from '../../domain/text/json.ts';
import { dropSecrets } from './drop-secrets.ts';
import type { Loss } from './loss.ts';

/** A variable as a source declares it. Every field may be missing or malformed. */
export interface SourceVariable {
  readonly name: string;
  /**
   * A type of JSON Schema, Picoschema, Python or Prompty:
   * `string`, `integer`, `float`, `bool`, `array`, `object`, `any`.
   */
  readonly type?: unknown;
  readonly required?: boolean | undefined;
  readonly default?: unknown;
  readonly enum?: unknown;
  readonly description?: unknown;
  /** Path in the file, for problems: `inputs.question`. */
  readonly path: string;
}

export interface VariablesContext {
  /** The uses in the converted templates. */
  readonly uses: readonly VariableUse[];
  readonly renamed: ReadonlyMap<string, string>;
  /** Declarations that no template uses stay only if includes may use them. */
  readonly hasIncludes: boolean;
}

/** The declarations of a converted prompt: the declared ones in their order, then inferred ones for the other uses. */
export function convertVariables(
  declared: readonly SourceVariable[],
  { uses, renamed, hasIncludes }: VariablesContext,
) {
  const losses: Loss[] = [];
  const used = new Map<string, VariableUse>(uses.map((use) => [use.name, use]));
  const variables = new Map<string, VariableInput>();
  for (const source of declared) {
    const report = (problem: string) => losses.push({ path: source.path, problem });
    const name = renamed.get(source.name) ?? source.name;
    const use = used.get(name);
    if (variables.has(name)) report(`variable ${name} is declared twice: the first declaration stays`);
    else if (!use && !hasIncludes) report(`variable ${name} is declared but not used, and is not imported`);
    else variables.set(name, convertVariable(source, name, use, report));
  }
  for (const use of uses) if (!variables.has(use.name)) variables.set(use.name, inferVariable(use));
  return { variables: [...variables.values()], losses };
}

type Report = (problem: string) => void;

function convertVariable(
  source: SourceVariable,
  name: string,
  use: VariableUse | undefined,
  report: Report,
): VariableInput {
  const type = convertType(source, use, report);
  const values = convertEnum(source.enum, type, report);
  const fallback = convertDefault(source, type, values, report);
  const description = convertDescription(source.description, report);
  return {
    name,
    type,
    required: source.required ?? !use?.section,
    ...(fallback === undefined ? {} : { default: fallback }),
    ...(values === undefined ? {} : { enum: values }),
    ...(description === undefined ? {} : { description }),
  };
}

const TYPES = new Map<string, VariableType>([
  ...['string', 'str', 'text', 'date', 'datetime'].map((name) => [name, 'string'] as const),
  ...['number', 'integer', 'int', 'float', 'double'].map((name) => [name, 'number'] as const),
  ...['boolean', 'bool'].map((name) => [name, 'boolean'] as const),
  ...['json', 'object', 'array', 'list', 'dict', 'dictionary', 'any', 'null'].map((name) => [name, 'json'] as const),
]);

function convertType(source: SourceVariable, use: VariableUse | undefined, report: Report): VariableType {
  const name = isList(source.type) ? source.type.find((one) => one !== 'null') : source.type;
  const known = typeof name === 'string' ? TYPES.get(name.toLowerCase()) : undefined;
  if (name !== undefined && name !== null && !known) report(`type ${describe(name)} is unknown and becomes json`);
  const type = known ?? (name === undefined || name === null ? typeOfValues(source, use) : 'json');
  // Only JSON has members.
  if (!use?.dotted || type === 'json') return type;
  if (known) report(`type ${type} becomes json, because the template reads members`);
  return 'json';
}

/** The type of values that the source gives; else that of an inferred declaration. */
function typeOfValues(source: SourceVariable, use: VariableUse | undefined): VariableType {
  const values = isList(source.enum) && source.enum.length > 0 ? source.enum : [source.default ?? undefined];
  const types = new Set(values.map((value) => (value === null ? 'object' : typeof value)));
  const [type, ...others] = types;
  if (others.length > 0 || type === 'object') return 'json';
  if (type === 'string' || type === 'number' || type === 'boolean') return type;
  return use ? inferVariable(use).type : 'string';
}

function convertEnum(source: unknown, type: VariableType, report: Report): readonly JsonValue[] | undefined {
  if (source === undefined || source === null) return undefined;
  const { value } = dropSecrets(source, '');
  const values = isList(value) ? [...new Map(value.map((one) => [canonicalJson(one), one])).values()] : [];
  if (values.length > 0 && values.length <= ENUM_VALUES_MAX && values.every((one) => fitsType(type, one)))
    return values;
  report(`enum is not imported: it must have 1 to ${ENUM_VALUES_MAX} values of type ${type}`);
  return undefined;
}

function convertDefault(
  source: SourceVariable,
  type: VariableType,
  values: readonly JsonValue[] | undefined,
  report: Report,
): JsonValue | undefined {
  // In every source, null stands for no default.
  if (source.default === undefined || source.default === null) return undefined;
  // The name is included, because a default of api_key is a secret.
  const { value: named, losses } = dropSecrets({ [source.name]: source.default }, '');
  const value = isObject(named) ? named[source.name] : undefined;
  const [loss] = losses;
  if (value === undefined) report(`default ${loss?.problem ?? 'is not imported'}`);
  else if (!fitsType(type, value)) report(`default is not imported: it is not of type ${type}`);
  else if (values && !isOneOf(values, value)) report('default is not imported: it is not in the enum');
  else {
    if (loss) report(`default without ${loss.path}, which ${loss.problem}`);
    return value;
  }
  return undefined;
}

function convertDescription(source: unknown, report: Report): string | undefined {
  if (source === undefined || source === null || source === '') return undefined;
  if (typeof source !== 'string') {
    report('description is not a text and is not imported');
    return undefined;
  }
  const characters = [...source];
  if (characters.length <= DESCRIPTION_CHARACTERS_MAX) return source;
  report(`description is cut to ${DESCRIPTION_CHARACTERS_MAX} characters`);
  return characters.slice(0, DESCRIPTION_CHARACTERS_MAX).join('');
}

const describe = (value: unknown): string => (typeof value === 'string' ? value.slice(0, 40) : typeof value);
