/** The part of JSON Schema that zod writes for our shapes. */
export interface JsonSchema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly description?: string;
  readonly default?: unknown;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly JsonSchema[];
  readonly items?: JsonSchema;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: JsonSchema | boolean;
  readonly minimum?: number;
  readonly maxLength?: number;
  readonly maxItems?: number;
  readonly pattern?: string;
}

/** One line of a table of fields. */
export interface FieldText {
  readonly name: string;
  readonly type: string;
  readonly required: boolean;
  readonly meaning: string;
}

export const nameIn = (reference: string): string => reference.split('/').at(-1) ?? '';

const FORMATS: Readonly<Record<string, string>> = { 'date-time': 'time', date: 'date' };

/** A type in a few words, with links to the shapes that have a name. */
export function typeText(schema: JsonSchema): string {
  if (schema.$ref !== undefined) return `[${nameIn(schema.$ref)}](#${nameIn(schema.$ref).toLowerCase()})`;
  if (schema.anyOf) return schema.anyOf.map(typeText).join(' or ');
  if (schema.const !== undefined) return code(schema.const);
  if (schema.enum) return schema.enum.map(code).join(' or ');
  if (Array.isArray(schema.type)) return schema.type.join(' or ');
  if (schema.type === 'array') return `list of ${typeText(schema.items ?? {})}`;
  if (schema.properties) return `\`{${Object.keys(schema.properties).map(marked(schema)).join(', ')}}\``;
  if (schema.type === 'object') return 'object';
  return FORMATS[schema.format ?? ''] ?? `${schema.type ?? 'any JSON value'}`;
}

const marked =
  ({ required = [] }: JsonSchema) =>
  (name: string): string =>
    required.includes(name) ? name : `${name}?`;

/** The fields of an object; with `deep`, those of objects inside it too, as `variables[].name`. */
export function fieldsOf({ properties = {}, required = [] }: JsonSchema, deep: boolean, path = ''): FieldText[] {
  return Object.entries(properties).flatMap(([key, schema]) => {
    const name = `${path}${key}`;
    const field = { name, type: typeText(schema), required: required.includes(key), meaning: meaningOf(schema) };
    const inner = schema.items ?? schema;
    if (!deep || !inner.properties) return [field];
    const type = schema.items ? 'list of objects' : 'object';
    return [{ ...field, type }, ...fieldsOf(inner, deep, `${name}${schema.items ? '[]' : ''}.`)];
  });
}

/** What a type alone does not say: the description, the limits and the default. */
export function meaningOf(schema: JsonSchema): string {
  const { description, minimum, maxLength, maxItems, default: initial } = schema;
  const parts = [
    description,
    minimum !== undefined && minimum > Number.MIN_SAFE_INTEGER ? `at least ${minimum}` : undefined,
    maxLength === undefined ? undefined : `to ${maxLength} characters`,
    maxItems === undefined ? undefined : `to ${maxItems}`,
    patternOf(schema),
    initial === undefined ? undefined : `default ${code(initial)}`,
  ];
  return parts.filter((part) => part !== undefined).join('; ');
}

/** Where there are words for it, these are easier to read. */
const patternOf = ({ pattern, format, description }: JsonSchema): string | undefined =>
  pattern === undefined || format !== undefined || description !== undefined ? undefined : `\`${pattern}\``;

const code = (value: unknown): string => `\`${typeof value === 'string' ? value : JSON.stringify(value)}\``;
