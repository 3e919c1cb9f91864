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

export interface DocumentedAnswer {
  readonly headers?: Readonly<Record<string, { readonly required?: boolean; readonly schema: JsonSchema }>>;
  readonly content?: Readonly<Record<string, { readonly schema: JsonSchema }>>;
}

export interface DocumentedOperation {
  readonly id: string;
  readonly method: string;
  /** As the document has it: `/api/prompts/{ref}`. */
  readonly path: string;
  readonly parameters: readonly Parameter[];
  readonly body: JsonSchema | undefined;
  readonly answers: Readonly<Record<string, DocumentedAnswer>>;
  /** Takes no key. */
  readonly open: boolean;
}

interface OpenApi {
  readonly paths: Readonly<
    Record<
      string,
      Readonly<
        Record<
          string,
          {
            readonly operationId: string;
            readonly security?: readonly unknown[];
            readonly parameters?: readonly Parameter[];
            readonly requestBody?: {
              readonly content: Readonly<Record<string, { readonly schema: JsonSchema } | undefined>>;
            };
            readonly responses: Readonly<Record<string, DocumentedAnswer>>;
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

/** What the service says of itself. */
export class ApiDocument {
  readonly operations: readonly DocumentedOperation[];
  private readonly paths: readonly DocumentedPath[];
  private readonly ajv = new Ajv2020({ strict: false, validateFormats: false });
  private readonly validators = new Map<JsonSchema, ValidateFunction>();

  constructor(private readonly document: OpenApi) {
    this.ajv.addSchema({ $id: 'document', components: document.components });
    this.paths = Object.entries(document.paths).map(([path, methods]) => ({
      pattern: new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}/?$`),
      operations: Object.entries(methods).map(([method, { operationId, security, requestBody, ...rest }]) => ({
        id: operationId,
        method: method.toUpperCase(),
        path,
        parameters: rest.parameters ?? [],
        body: requestBody?.content['application/json']?.schema,
        answers: rest.responses,
        open: security?.length === 0,
      })),
    }));
    this.operations = this.paths.flatMap(({ operations }) => operations);
  }

  static async from(url: string): Promise<ApiDocument> {
    const answer = await fetch(`${url}/api/openapi.json`);
    return new ApiDocument((await answer.json()) as OpenApi);
  }

  /** Those of the path that a target names; undefined when the document does not know it. */
  operationsAt(target: string): readonly DocumentedOperation[] | undefined {
    const path = pathOf(target);
    return this.paths.find(({ pattern }) => pattern.test(path))?.operations;
  }

  /** HEAD is documented as GET. */
  operationFor(method: string, target: string): DocumentedOperation | undefined {
    const wanted = method === 'HEAD' ? 'GET' : method;
    return this.operationsAt(target)?.find((operation) => operation.method === wanted);
  }

  /** What is wrong with a value; undefined when it is as the schema wants it. */
  problem(schema: JsonSchema, value: unknown): string | undefined {
    let validate = this.validators.get(schema);
    if (!validate) {
      // Compiled once: that takes longer than most requests.
      validate = this.ajv.compile(JSON.parse(JSON.stringify(schema).replaceAll('"#/', '"document#/')));
      this.validators.set(schema, validate);
    }
    return validate(value) ? undefined : this.ajv.errorsText(validate.errors);
  }

  /** Whatever stands behind a reference. */
  resolved(schema: JsonSchema): JsonSchema {
    if (schema.$ref === undefined) return schema;
    return this.document.components.schemas[schema.$ref.split('/').at(-1) ?? ''] ?? {};
  }
}

/** Of a target in any of its forms: a path, or a whole URL as proxies send it. */
function pathOf(target: string): string {
  const [path = ''] = target.replace(/^https?:\/\/[^/?#]*/i, '').split(/[?#]/, 1);
  return path;
}

export function queryOf(target: string): Readonly<Record<string, string | readonly string[] | undefined>> {
  const [, query = ''] = /^[^?#]*\?([^#]*)/.exec(target) ?? [];
  return parse(query, '&', '=', { maxKeys: 0 });
}
