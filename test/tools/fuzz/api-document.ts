import { parse } from 'node:querystring';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';

export interface JsonSchema {
  readonly $ref?: string;
  readonly type?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly JsonSchema[];
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: JsonSchema | boolean;
  readonly items?: JsonSchema;
}

export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required?: boolean;
  readonly schema: JsonSchema;
}

export interface DocumentedResponse {
  readonly headers?: Readonly<Record<string, { readonly required?: boolean; readonly schema: JsonSchema }>>;
  readonly content?: Readonly<Record<string, { readonly schema: JsonSchema }>>;
}

export interface DocumentedOperation {
  readonly id: string;
  readonly method: string;
  /** The path template: `/api/prompts/{ref}`. */
  readonly path: string;
  readonly parameters: readonly Parameter[];
  readonly body: JsonSchema | undefined;
  readonly responses: Readonly<Record<string, DocumentedResponse>>;
  /** Requires no key. */
  readonly isPublic: boolean;
  /** Ignores parameters and fields that it does not know. */
  readonly isLenient: boolean;
}

export interface OpenApi {
  readonly paths: Readonly<
    Record<
      string,
      Readonly<
        Record<
          string,
          {
            readonly operationId: string;
            readonly 'x-lenient'?: boolean;
            readonly security?: readonly unknown[];
            readonly parameters?: readonly Parameter[];
            readonly requestBody?: {
              readonly content: Readonly<Record<string, { readonly schema: JsonSchema } | undefined>>;
            };
            readonly responses: Readonly<Record<string, DocumentedResponse>>;
          }
        >
      >
    >
  >;
  readonly components: { readonly schemas: Readonly<Record<string, JsonSchema>> };
}

interface DocumentedPath {
  readonly pattern: RegExp;
  readonly operations: readonly DocumentedOperation[];
}

/** The OpenAPI document that the service serves. */
export class ApiDocument {
  readonly operations: readonly DocumentedOperation[];
  private readonly paths: readonly DocumentedPath[];
  private readonly ajv = new Ajv2020({ strict: false, validateFormats: false });
  /** Parameters and headers arrive as text, and a list of one item looks like the item. */
  private readonly textAjv = new Ajv2020({ strict: false, validateFormats: false, coerceTypes: 'array' });
  private readonly validators = new Map<JsonSchema, ValidateFunction>();

  constructor(private readonly document: OpenApi) {
    for (const ajv of [this.ajv, this.textAjv]) ajv.addSchema({ $id: 'document', components: document.components });
    this.paths = Object.entries(document.paths).map(([path, methods]) => ({
      pattern: new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}/?$`),
      operations: Object.entries(methods).map(([method, { operationId, security, requestBody, ...rest }]) => ({
        id: operationId,
        method: method.toUpperCase(),
        path,
        parameters: rest.parameters ?? [],
        body: requestBody?.content['application/json']?.schema,
        responses: rest.responses,
        isPublic: security?.length === 0,
        isLenient: rest['x-lenient'] === true,
      })),
    }));
    this.operations = this.paths.flatMap(({ operations }) => operations);
  }

  /** `more` are operations that the service does not document. */
  static async from(url: string, more: Pick<OpenApi, 'paths'> = { paths: {} }): Promise<ApiDocument> {
    const response = await fetch(`${url}/api/openapi.json`);
    const document = (await response.json()) as OpenApi;
    return new ApiDocument({ ...document, paths: { ...document.paths, ...more.paths } });
  }

  /** The operations of a target's path; undefined when the path is not documented. */
  operationsAt(target: string): readonly DocumentedOperation[] | undefined {
    const path = pathIn(target);
    return this.paths.find(({ pattern }) => pattern.test(path))?.operations;
  }

  /** HEAD is documented as GET. */
  operationFor(method: string, target: string): DocumentedOperation | undefined {
    const wanted = method === 'HEAD' ? 'GET' : method;
    return this.operationsAt(target)?.find((operation) => operation.method === wanted);
  }

  /** Describes why a value violates a schema; undefined when it is valid. */
  findSchemaProblem(schema: JsonSchema, value: unknown): string | undefined {
    const validate = this.validatorFor(schema, () => this.ajv.compile(withGlobalReferences(schema)));
    return validate(value) ? undefined : this.ajv.errorsText(validate.errors);
  }

  /** The same for the value of a parameter or header, as it was sent. */
  findTextProblem(schema: JsonSchema, value: unknown): string | undefined {
    const validate = this.validatorFor(schema, () =>
      this.textAjv.compile({ properties: { value: withGlobalReferences(schema) } }),
    );
    return validate({ value }) ? undefined : this.textAjv.errorsText(validate.errors);
  }

  /** Compiled once, because compiling takes longer than most requests. */
  private validatorFor(schema: JsonSchema, compile: () => ValidateFunction): ValidateFunction {
    const known = this.validators.get(schema);
    if (known) return known;
    const validate = compile();
    this.validators.set(schema, validate);
    return validate;
  }

  /** Follows a `$ref`. */
  resolve(schema: JsonSchema): JsonSchema {
    if (schema.$ref === undefined) return schema;
    return this.document.components.schemas[schema.$ref.split('/').at(-1) ?? ''] ?? {};
  }
}

const withGlobalReferences = (schema: JsonSchema): JsonSchema =>
  JSON.parse(JSON.stringify(schema).replaceAll('"#/', '"document#/'));

/** A target is a path, or an absolute URL as proxies send it. */
function pathIn(target: string): string {
  const [path = ''] = target.replace(/^https?:\/\/[^/?#]*/i, '').split(/[?#]/, 1);
  return path;
}

export function parseQuery(target: string): Readonly<Record<string, string | readonly string[] | undefined>> {
  const [, query = ''] = /^[^?#]*\?([^#]*)/.exec(target) ?? [];
  return parse(query, '&', '=', { maxKeys: 0 });
}
