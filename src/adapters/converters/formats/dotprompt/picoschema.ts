import type { Problem } from '../../../../domain/problem.ts';
import { isList, isObject, type JsonObject, type JsonValue } from '../../../../domain/text/json.ts';
import type { SourceVariable } from '../../convert-variables.ts';
import { listOf, objectOf } from '../read-fields.ts';

export interface SchemaVariables {
  readonly variables: readonly SourceVariable[];
  readonly losses: readonly Problem[];
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
  const { variables, losses } = readSchema(input['schema'], 'input.schema');
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

function readSchema(schema: JsonValue | undefined, path: string): SchemaVariables {
  if (typeof schema === 'string') {
    return { variables: [], losses: [{ path, problem: `the schema ${schema} is not in the file` }] };
  }
  if (!isObject(schema)) return { variables: [], losses: [] };
  const isJsonSchema = SCHEMA_TYPES.some((type) => type === schema['type']) || isObject(schema['properties']);
  return isJsonSchema ? readJsonSchema(schema, path) : readPicoschema(schema, path);
}

function readJsonSchema(schema: JsonObject, path: string): SchemaVariables {
  const required = listOf(schema['required']);
  const variables = Object.entries(objectOf(schema['properties'])).map(([name, property]) => ({
    name,
    ...readProperty(objectOf(property)),
    required: required.includes(name),
    path: `${path}.properties.${name}`,
  }));
  return { variables, losses: [] };
}

const readProperty = ({ type, enum: values, default: fallback, description }: JsonObject) => ({
  type: isList(type) ? type.find((one) => one !== 'null') : (type ?? (values === undefined ? 'any' : undefined)),
  enum: isList(values) ? values.filter((value) => value !== null) : undefined,
  default: fallback,
  description,
});

function readPicoschema(schema: JsonObject, path: string): SchemaVariables {
  const read = Object.entries(schema).map(([key, value]) => readEntry(key, value, `${path}.${key}`));
  return { variables: read.flatMap(({ variables }) => variables), losses: read.flatMap(({ losses }) => losses) };
}

function readEntry(key: string, value: JsonValue, path: string): SchemaVariables {
  const [, name, optional, kind] = KEY.exec(key) ?? [];
  if (name === undefined) {
    return { variables: [], losses: [{ path, problem: 'variables of any other name are lost' }] };
  }
  const required = optional === '';
  if (kind !== undefined) {
    const [type, description] = splitDescription(kind);
    const values = type === 'enum' && isList(value) ? value.filter((one) => one !== null) : undefined;
    const declared = type === 'enum' ? {} : { type };
    return { variables: [{ name, ...declared, enum: values, required, description, path }], losses: [] };
  }
  if (typeof value !== 'string') return { variables: [{ name, type: 'object', required, path }], losses: [] };
  const [type, description] = splitDescription(value);
  const isKnown = SCALARS.includes(type);
  return {
    variables: [{ name, type: isKnown ? type : 'any', required, description, path }],
    losses: isKnown ? [] : [{ path, problem: `the schema ${type} is not in the file` }],
  };
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
