import { z } from 'zod';

/** The subset of JSON Schema that zod emits for our schemas. */
interface JsonSchema {
  readonly [keyword: string]: unknown;
  readonly $defs?: Readonly<Record<string, JsonSchema>>;
  readonly default?: unknown;
  readonly description?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly items?: JsonSchema;
  readonly anyOf?: readonly JsonSchema[];
  readonly additionalProperties?: JsonSchema | boolean;
  readonly propertyNames?: JsonSchema;
}

export interface ParameterSchema {
  readonly name: string;
  readonly required: boolean;
  readonly description: string | undefined;
  readonly schema: JsonSchema;
}

/** Converts schemas to JSON Schema, and collects those with a name. */
export class SchemaComponents {
  private readonly byName: Record<string, JsonSchema> = {};

  /** Sorts the schemas, so that the document does not depend on the order of operations. */
  get schemas(): Readonly<Record<string, JsonSchema>> {
    return Object.fromEntries(Object.entries(this.byName).sort(([one], [other]) => (one < other ? -1 : 1)));
  }

  /** The schema of a body. Named schemas in it are referred to. */
  body(schema: z.ZodType): JsonSchema {
    return this.register(z.toJSONSchema(schema, { io: 'input' }) as JsonSchema, withoutDefault);
  }

  /** The schemas of the parameters in an object, by their names. */
  parameters(parameters: z.ZodType): readonly ParameterSchema[] {
    const { properties = {}, required } = this.register(
      z.toJSONSchema(parameters, { io: 'input', override: restoreDefault }) as JsonSchema,
      (schema) => schema,
    );
    const names = Array.isArray(required) ? required : [];
    return Object.entries(properties).map(([name, { description, ...schema }]) => ({
      name,
      required: names.includes(name),
      description,
      schema,
    }));
  }

  private register({ $schema: _, $defs = {}, ...root }: JsonSchema, treat: Treatment): JsonSchema {
    for (const [name, definition] of Object.entries($defs)) this.byName[name] ??= simplify(definition, treat);
    return simplify(root, treat);
  }
}

type Treatment = (schema: JsonSchema) => JsonSchema;

/** zod drops the default of a parameter that is transformed, such as a number, because it is not of the input's type. */
function restoreDefault({ zodSchema, jsonSchema }: Parameters<NonNullable<z.core.ToJSONSchemaParams['override']>>[0]) {
  const { def } = zodSchema._zod;
  if (def.type === 'default')
    jsonSchema.default = (def as z.core.$ZodDefaultDef).defaultValue as typeof jsonSchema.default;
}

/** Generators of clients take a field with a default for one that is always present, also in requests. */
function withoutDefault({ default: initial, description, ...schema }: JsonSchema): JsonSchema {
  const text = initial === undefined ? undefined : `default \`${printValue(initial)}\``;
  const parts = [description, text].filter((part) => part !== undefined);
  return { ...schema, ...(parts.length > 0 ? { description: parts.join('; ') } : {}) };
}

const printValue = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

/** Leaves out what follows from JSON itself, refers to the components, and treats all schemas within. */
function simplify(schema: JsonSchema, treat: Treatment): JsonSchema {
  const { minimum, maximum, propertyNames, properties, items, anyOf, additionalProperties, $ref, ...rest } =
    treat(schema);
  const inner = (each: JsonSchema) => simplify(each, treat);
  return {
    ...Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined)),
    ...(typeof $ref === 'string' ? { $ref: $ref.replace('#/$defs/', '#/components/schemas/') } : {}),
    ...(minimum === undefined || minimum === Number.MIN_SAFE_INTEGER ? {} : { minimum }),
    ...(maximum === undefined || maximum === Number.MAX_SAFE_INTEGER ? {} : { maximum }),
    ...(propertyNames === undefined || Object.keys(propertyNames).length <= 1 ? {} : { propertyNames }),
    ...(items === undefined ? {} : { items: inner(items) }),
    ...(anyOf === undefined ? {} : { anyOf: anyOf.map(inner) }),
    ...(properties === undefined
      ? {}
      : { properties: Object.fromEntries(Object.entries(properties).map(([name, each]) => [name, inner(each)])) }),
    ...(additionalProperties === undefined
      ? {}
      : {
          additionalProperties:
            typeof additionalProperties === 'boolean' ? additionalProperties : inner(additionalProperties),
        }),
  };
}
