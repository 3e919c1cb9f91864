import { STATUS_CODES } from 'node:http';
import { z } from 'zod';
import { type DescribedResponse, type Endpoint, isOperation, type Operation } from '../request/operation.ts';
import type { GuardName } from '../request/route.ts';
import { errorResponse, unauthorizedResponse } from '../response/respond-rejection.ts';

type Json = Readonly<Record<string, unknown>>;

/** Statuses that every operation may return: for a malformed, slow or oversized request, and during an outage. */
const EVERYWHERE = [400, 408, 431, 503];

/** Headers that error responses always have. */
const REJECTION_HEADERS: Readonly<Record<number, readonly string[]>> = {
  401: ['WWW-Authenticate'],
  429: ['Retry-After'],
  503: ['Retry-After'],
};
/** The only documented header that may be missing: the last page has no next one. */
const OPTIONAL_HEADER = 'Link';

const PARAMETERS: Readonly<Record<string, string>> = {
  ref: 'A prompt by its id or its URL-encoded name',
  label: 'A label',
  n: 'A version number',
};

/** A row of the table of operations. */
export interface DocumentedRoute {
  readonly operation: Endpoint;
  readonly guard: GuardName;
  readonly isAlwaysAdmitted?: boolean;
}

/** OpenAPI 3.1, generated from the schemas that validate requests. */
export class OpenApiDocument {
  private readonly schemas: Record<string, unknown> = {};

  static of(routes: readonly DocumentedRoute[], version: string, publicUrl: string): Json {
    return new OpenApiDocument().build(routes, version, publicUrl);
  }

  private build(routes: readonly DocumentedRoute[], version: string, publicUrl: string): Json {
    const paths: Record<string, Record<string, Json>> = {};
    for (const { operation, guard, isAlwaysAdmitted } of routes.toSorted(byPath)) {
      if (!isOperation(operation)) continue;
      const { path, method } = operation;
      const ofAccounts = guard === 'public' ? [] : isAlwaysAdmitted ? [401] : [401, 429];
      paths[path] = { ...paths[path], [method]: this.operation(operation, ofAccounts) };
    }
    return {
      openapi: '3.1.0',
      info: {
        title: 'Prompthold',
        version,
        description: 'Versioned prompts behind one API key per account.',
        license: { name: 'MIT', identifier: 'MIT' },
      },
      servers: [{ url: publicUrl }],
      security: [{ key: [] }],
      paths,
      components: {
        securitySchemes: {
          key: { type: 'http', scheme: 'bearer', description: '`ph_` and 64 hexadecimal characters' },
        },
        schemas: this.schemas,
      },
    };
  }

  /** `ofAccounts` are the statuses that requests of an account may get; none for a public operation. */
  private operation(operation: Operation, ofAccounts: readonly number[]): Json {
    const { id, summary, body, bodyMediaTypes = [], responses, rejections } = operation;
    const isPublic = ofAccounts.length === 0;
    const statuses = [...new Set([...rejections, ...ofAccounts, ...EVERYWHERE])].sort();
    return {
      operationId: id,
      summary,
      ...(isPublic ? { security: [] } : {}),
      parameters: [...pathParameters(operation), ...this.queryParameters(operation), ...headerParameters(operation)],
      ...(body
        ? {
            requestBody: {
              required: true,
              content: { 'application/json': { schema: this.schema(body) }, ...textContent(bodyMediaTypes) },
            },
          }
        : {}),
      responses: {
        ...Object.fromEntries(Object.entries(responses).map(([status, response]) => [status, this.response(response)])),
        ...Object.fromEntries(statuses.map((status) => [status, this.rejection(status)])),
      },
    };
  }

  private response({ description, schema, headers = [], mediaTypes = [] }: DescribedResponse): Json {
    return {
      description,
      ...describeHeaders(headers),
      ...(schema
        ? { content: { 'application/json': { schema: this.schema(schema) }, ...textContent(mediaTypes) } }
        : {}),
    };
  }

  private rejection(status: number): Json {
    const schema = this.schema(status === 401 ? unauthorizedResponse : errorResponse);
    return {
      description: STATUS_CODES[status] ?? '',
      ...describeHeaders(REJECTION_HEADERS[status] ?? []),
      content: { 'application/json': { schema } },
    };
  }

  private queryParameters({ query }: Operation): Json[] {
    if (!query) return [];
    const { properties = {}, required = [] } = z.toJSONSchema(query, { io: 'input' });
    return Object.entries(properties).map(([name, property]) => {
      const { description, ...schema } = typeof property === 'object' ? property : {};
      return { name, in: 'query', required: required.includes(name), ...(description ? { description } : {}), schema };
    });
  }

  /** Moves named schemas into the components and refers to them. */
  private schema(schema: z.ZodType): unknown {
    const { $schema: _, $defs = {}, ...root } = z.toJSONSchema(schema, { io: 'input' });
    for (const [name, definition] of Object.entries($defs)) this.schemas[name] ??= relocateReferences(definition);
    return relocateReferences(root);
  }
}

const textContent = (mediaTypes: readonly string[]): Json =>
  Object.fromEntries(mediaTypes.map((type) => [type, { schema: { type: 'string' } }]));

function describeHeaders(names: readonly string[]): Json {
  if (names.length === 0) return {};
  const headers = names.map((name) => [name, { required: name !== OPTIONAL_HEADER, schema: { type: 'string' } }]);
  return { headers: Object.fromEntries(headers) };
}

function pathParameters({ path }: Operation): Json[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => ({
    name,
    in: 'path',
    required: true,
    description: PARAMETERS[name] ?? name,
    schema: { type: 'string' },
  }));
}

/** Which preconditions an operation supports follows from its responses. */
function headerParameters({ responses, rejections, method }: Operation): Json[] {
  const header = (name: string, description: string): Json => ({
    name,
    in: 'header',
    description,
    schema: { type: 'string' },
  });
  return [
    ...(rejections.includes(412) ? [header('If-Match', 'Only if the prompt still has this ETag')] : []),
    ...('304' in responses ? [header('If-None-Match', 'Returns 304 if the response still has this ETag')] : []),
    ...(method === 'put' && '201' in responses ? [header('If-None-Match', '`*` means: create only')] : []),
  ];
}

const relocateReferences = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value).replaceAll('"#/$defs/', '"#/components/schemas/'));

const METHODS = ['get', 'post', 'put', 'patch', 'delete'];

/** By path, and reads before writes: the order of the table is optimized for the router. */
const byPath = ({ operation: one }: DocumentedRoute, { operation: other }: DocumentedRoute): number =>
  one.path === other.path
    ? METHODS.indexOf(one.method) - METHODS.indexOf(other.method)
    : one.path < other.path
      ? -1
      : 1;
