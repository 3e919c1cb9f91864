import { isList, isObject, type JsonObject, type JsonValue } from '../../../../domain/text/json.ts';
import type { SourceVariable } from '../../convert-variables.ts';
import type { Loss } from '../../loss.ts';
import { listOf, objectOf } from '../read-fields.ts';

export interface SchemaVariables {
  readonly variables: readonly SourceVariable[];
  readonly losses: readonly Loss[];
}

/** A key such as `tags?(array, what it is about)`. */
const KEY = /^([^(?]+)(\??)(?:\(([^)]*)\))?$/;
const SCALARS = ['any', 'boolean', 'integer', 'null', 'number', 'string'];
const SCHEMA_TYPES = [...SCALARS, 'object', 'array'];

/**
 * The variables of `input: {schema, default}`, written in JSON Schema or in Picoschema: `name: string, how to call them`.
 *
 * Nothing is known of a schema that is only named, since the program that uses the file defines it.
 */
export function readInputSchema(input: JsonObject): SchemaVariables {
  const losses: Loss[] = [];
  const variables = readSchema(input['schema'], 'input.schema', (path, problem) => losses.push({ path, problem }));
  const defaults = objectOf(input['default']);
  const declared = new Set(variables.map(({ name }) => name));
  const others = Object.keys(defaults).filter((name) => !declared.has(name));
  return {
    variables: [
      ...variables.map((variable) => withDefault(variable, defaults)),
      ...others.map((name) => ({
        name,
        type: typeOf(defaults[name] ?? null),
        default: defaults[name],
        path: `input.default.${name}`,
      })),
    ],
    losses,
  };
}

type Lose = (path: string, problem: string) => void;

function readSchema(schema: JsonValue | undefined, path: string, lose: Lose): readonly SourceVariable[] {
  if (typeof schema === 'string') lose(path, `the schema ${schema} is not in the file`);
  if (!isObject(schema)) return [];
  const isJsonSchema = SCHEMA_TYPES.some((type) => type === schema['type']) || isObject(schema['properties']);
  return isJsonSchema ? readJsonSchema(schema, path) : readPicoschema(schema, path, lose);
}

function readJsonSchema(schema: JsonObject, path: string): readonly SourceVariable[] {
  const required = listOf(schema['required']);
  return Object.entries(objectOf(schema['properties'])).map(([name, property]) => ({
    name,
    ...readProperty(objectOf(property)),
    required: required.includes(name),
    path: `${path}.properties.${name}`,
  }));
}

const readProperty = ({ type, enum: values, default: fallback, description }: JsonObject) => ({
  type: isList(type) ? type.find((one) => one !== 'null') : (type ?? (values === undefined ? 'any' : undefined)),
  enum: isList(values) ? values.filter((value) => value !== null) : undefined,
  default: fallback,
  description,
});

const readPicoschema = (schema: JsonObject, path: string, lose: Lose): readonly SourceVariable[] =>
  Object.entries(schema).flatMap(([key, value]) => readEntry(key, value, `${path}.${key}`, lose) ?? []);

/** Undefined for an entry that declares no variable. */
function readEntry(key: string, value: JsonValue, path: string, lose: Lose): SourceVariable | undefined {
  const [, name, optional, kind] = KEY.exec(key) ?? [];
  if (name === undefined) {
    lose(path, 'variables of any other name are lost');
    return undefined;
  }
  const required = optional === '';
  if (kind !== undefined) {
    const [type, description] = splitDescription(kind);
    const values = type === 'enum' && isList(value) ? value.filter((one) => one !== null) : undefined;
    const declared = type === 'enum' ? {} : { type };
    return { name, ...declared, enum: values, required, description, path };
  }
  if (typeof value !== 'string') return { name, type: 'object', required, path };
  const [type, description] = splitDescription(value);
  const isKnown = SCALARS.includes(type);
  if (!isKnown) lose(path, `the schema ${type} is not in the file`);
  return { name, type: isKnown ? type : 'any', required, description, path };
}

/** `string, how to call them` consists of the type and the description. */
function splitDescription(text: string): [string, string | undefined] {
  const comma = text.indexOf(',');
  return comma === -1 ? [text.trim(), undefined] : [text.slice(0, comma).trim(), text.slice(comma + 1).trim()];
}

const withDefault = (variable: SourceVariable, defaults: JsonObject): SourceVariable =>
  Object.hasOwn(defaults, variable.name) ? { ...variable, default: defaults[variable.name] } : variable;

/** The type of a variable that is declared by a value alone. */
export function typeOf(value: JsonValue): string {
  return typeof value === 'object' ? 'any' : typeof value;
}
