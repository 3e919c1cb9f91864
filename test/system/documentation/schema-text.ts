/** The subset of JSON Schema that zod emits for our schemas. */
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

/** One row of a field table. */
export interface FieldText {
  readonly name: string;
  readonly type: string;
  readonly required: boolean;
  readonly meaning: string;
}

export const nameIn = (reference: string): string => reference.split('/').at(-1) ?? '';

const FORMATS: Readonly<Record<string, string>> = { 'date-time': 'time', date: 'date' };

/** Describes a type briefly, with links to named shapes. */
export function typeText(schema: JsonSchema): string {
  if (schema.$ref !== undefined) return `[${nameIn(schema.$ref)}](#${nameIn(schema.$ref).toLowerCase()})`;
  if (schema.anyOf) return schema.anyOf.map(typeText).join(' or ');
  if (schema.const !== undefined) return code(schema.const);
  if (schema.enum) return schema.enum.map(code).join(' or ');
  if (Array.isArray(schema.type)) return schema.type.join(' or ');
  if (schema.type === 'array') return `list of ${typeText(schema.items ?? {})}`;
  if (schema.properties) return `\`{${Object.keys(schema.properties).map(markOptional(schema)).join(', ')}}\``;
  if (schema.type === 'object') return 'object';
  return FORMATS[schema.format ?? ''] ?? `${schema.type ?? 'any JSON value'}`;
}

const markOptional =
  ({ required = [] }: JsonSchema) =>
  (name: string): string =>
    required.includes(name) ? name : `${name}?`;

/** Lists the fields of an object; with `deep`, nested ones too, as `variables[].name`. */
export function listFields({ properties = {}, required = [] }: JsonSchema, deep: boolean, path = ''): FieldText[] {
  return Object.entries(properties).flatMap(([key, schema]) => {
    const name = `${path}${key}`;
    const field = { name, type: typeText(schema), required: required.includes(key), meaning: describeSchema(schema) };
    const inner = schema.items ?? schema;
    if (!deep || !inner.properties) return [field];
    const type = schema.items ? 'list of objects' : 'object';
    return [{ ...field, type }, ...listFields(inner, deep, `${name}${schema.items ? '[]' : ''}.`)];
  });
}

/** Adds what the type does not say: description, limits and default. */
export function describeSchema(schema: JsonSchema): string {
  const { description, minimum, maxLength, maxItems, default: initial } = schema;
  const parts = [
    description,
    minimum !== undefined && minimum > Number.MIN_SAFE_INTEGER ? `at least ${minimum}` : undefined,
    maxLength === undefined ? undefined : `at most ${maxLength} characters`,
    maxItems === undefined ? undefined : `at most ${maxItems} items`,
    describePattern(schema),
    initial === undefined ? undefined : `default ${code(initial)}`,
  ];
  return parts.filter((part) => part !== undefined).join('; ');
}

/** Omitted if there is a description, which is easier to read. */
const describePattern = ({ pattern, format, description }: JsonSchema): string | undefined =>
  pattern === undefined || format !== undefined || description !== undefined ? undefined : `\`${pattern}\``;

const code = (value: unknown): string => `\`${typeof value === 'string' ? value : JSON.stringify(value)}\``;
