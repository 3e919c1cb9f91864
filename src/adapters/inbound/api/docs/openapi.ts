import { STATUS_CODES } from 'node:http';
import { z } from 'zod';
import { runSteps, type Steps } from '../../../../domain/steps.ts';
import { pathParameters } from '../../http/request/value-schemas.ts';
import { errorResponse } from '../../http/response/respond-rejection.ts';
import { unauthorizedResponse } from '../../http/response/respond-unauthorized.ts';
import { API_AREAS } from '../../http/routes/api-areas.ts';
import {
  type DescribedResponse,
  type Endpoint,
  isOperation,
  type Operation,
  type PublicOperation,
} from '../../http/routes/operation.ts';
import type { GuardName } from '../../http/routes/route.ts';
import { describeHeaders, headerParameters, rejectionHeaders } from './header-descriptions.ts';
import { type RecordedExample, recordedExamples } from './recorded-examples.ts';
import { SchemaComponents } from './schema-components.ts';

type Json = Readonly<Record<string, unknown>>;

/** Statuses that every operation may return: for a malformed, slow, misdirected or oversized request, and during an outage. */
const EVERYWHERE = [400, 408, 421, 431, 503];

const JSON_MEDIA_TYPE = 'application/json';

const DESCRIPTION = `Versioned prompts behind one API key per account.

- Send the key as \`Authorization: Bearer ph_…\`.
- A prompt in a path is its id or its name. A \`/\` in a name is written as \`%2F\`: \`/api/prompts/support%2Freply\`.
- Responses are \`{"data": …}\`; lists add \`nextCursor\`. Only the responses with a key are bare objects.
- Errors are \`{"error", "code", "details"?, "requestId"}\`: programs use the status and \`code\`, people read \`error\`. A 401 is exactly \`{"error":"Unauthorized"}\`.`;

/** A row of the table of operations. */
export interface DocumentedRoute {
  readonly operation: Endpoint;
  readonly guard: GuardName;
  readonly isAlwaysAdmitted?: boolean;
}

/** OpenAPI 3.1, generated from the schemas that validate requests. */
export class OpenApiDocument {
  private readonly components = new SchemaComponents();

  private constructor(private readonly examples: readonly RecordedExample[]) {}

  static of(
    routes: readonly DocumentedRoute[],
    version: string,
    publicUrl: string,
    examples: readonly RecordedExample[] = recordedExamples,
  ): Json {
    return runSteps(OpenApiDocument.inSteps(routes, version, publicUrl, examples));
  }

  /** Pauses the build after each operation: all of them together take as long as hundreds of requests. */
  static inSteps(
    routes: readonly DocumentedRoute[],
    version: string,
    publicUrl: string,
    examples: readonly RecordedExample[] = recordedExamples,
  ): Steps<Json> {
    return new OpenApiDocument(examples).build(routes, version, publicUrl);
  }

  private *build(routes: readonly DocumentedRoute[], version: string, publicUrl: string): Steps<Json> {
    const paths: Record<string, Record<string, Json>> = {};
    for (const { operation, guard, isAlwaysAdmitted } of routes.toSorted(byPath)) {
      if (!isOperation(operation)) continue;
      const { path, method } = operation;
      const ofAccounts = guard === 'public' ? [] : isAlwaysAdmitted ? [401] : [401, 429];
      paths[path] = { ...paths[path], [method]: this.operation(operation, ofAccounts) };
      yield;
    }
    return {
      openapi: '3.1.0',
      info: {
        title: 'Prompthold',
        version,
        description: DESCRIPTION,
        contact: { name: 'Prompthold', url: publicUrl },
        license: { name: 'MIT', identifier: 'MIT' },
      },
      servers: [{ url: publicUrl }],
      security: [{ key: [] }],
      tags: API_AREAS,
      paths,
      components: {
        securitySchemes: {
          key: { type: 'http', scheme: 'bearer', description: '`ph_` and 64 hexadecimal characters' },
        },
        schemas: this.components.schemas,
      },
    };
  }

  /** `ofAccounts` are the statuses that requests of an account may get; none for a public operation. */
  private operation(operation: Operation & Partial<PublicOperation>, ofAccounts: readonly number[]): Json {
    const { id, area, summary, description, responses, rejections } = operation;
    const isPublic = ofAccounts.length === 0;
    const statuses = [...new Set([...rejections, ...ofAccounts, ...EVERYWHERE])].sort();
    return {
      ...(area === undefined ? {} : { tags: [area] }),
      operationId: id,
      summary,
      ...(description === undefined ? {} : { description }),
      ...(isPublic ? { security: [] } : {}),
      parameters: this.parameters(operation),
      ...this.requestBody(operation),
      responses: {
        ...Object.fromEntries(
          Object.entries(responses).map(([status, response]) => [status, this.response(id, Number(status), response)]),
        ),
        ...Object.fromEntries(statuses.map((status) => [status, this.rejection(id, status)])),
      },
    };
  }

  private parameters(operation: Operation): readonly Json[] {
    const given = Object.assign(
      {},
      ...this.examplesOf(operation.id)
        .map(({ parameters }) => parameters)
        .reverse(),
    );
    const names = [...operation.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
    const inPath = z.object(Object.fromEntries(names.map((name) => [name, pathParameters[name] ?? z.string()])));
    const parameters = [
      ...this.components.parameters(inPath).map((parameter) => ({ in: 'path', ...parameter })),
      ...(operation.query ? this.components.parameters(operation.query) : []).map((parameter) => ({
        in: 'query',
        ...parameter,
        // The default of OpenAPI, which not every generator knows: `?tag=a&tag=b`.
        ...(parameter.schema['type'] === 'array' ? { style: 'form', explode: true } : {}),
      })),
      ...headerParameters(operation),
    ];
    return parameters.map(({ name, description = name, ...rest }) => ({
      name,
      description,
      ...rest,
      ...(name in given ? { example: given[name] } : {}),
    }));
  }

  private requestBody({ id, body, isBodyOptional, bodyMediaTypes = [] }: Operation): Json {
    if (!body) return {};
    const bodies = this.examplesOf(id).map((example) => example.body);
    const content = this.content(body, bodyMediaTypes, (type) => bodies.find((each) => each?.type === type)?.value);
    return { requestBody: { required: !isBodyOptional, content } };
  }

  private response(
    id: string,
    status: number,
    { description, schema, headers = [], mediaTypes = [], textType }: DescribedResponse,
  ) {
    const bodies = this.examplesOf(id)
      .filter((example) => example.status === status)
      .map(({ response }) => response);
    return {
      description,
      ...describeHeaders(headers),
      ...(schema
        ? { content: this.content(schema, mediaTypes, (type) => bodies.find((each) => each?.type === type)?.value) }
        : {}),
      ...(textType === undefined
        ? {}
        : { content: { [textType]: { schema: { type: 'string' }, example: bodies[0]?.value } } }),
    };
  }

  private rejection(id: string, status: number): Json {
    const ofStatus = this.examples.filter((example) => example.status === status);
    // Errors of one status look alike: without an example of its own, an operation shows that of another one.
    const example = ofStatus.find(({ operation }) => operation === id) ?? ofStatus[0];
    return {
      description: STATUS_CODES[status] ?? '',
      ...rejectionHeaders(status),
      content: this.content(status === 401 ? unauthorizedResponse : errorResponse, [], () => example?.response?.value),
    };
  }

  /** JSON by its schema, and text of other types. */
  private content(schema: z.ZodType, textTypes: readonly string[], exampleOf: (type: string) => unknown): Json {
    const describe = (type: string, described: unknown) => {
      const example = exampleOf(type);
      return [type, { schema: described, ...(example === undefined ? {} : { example }) }] as const;
    };
    return Object.fromEntries([
      describe(JSON_MEDIA_TYPE, this.components.body(schema)),
      ...textTypes.map((type) => describe(type, { type: 'string' })),
    ]);
  }

  private examplesOf(id: string): readonly RecordedExample[] {
    return this.examples.filter(({ operation }) => operation === id);
  }
}

const METHODS = ['get', 'post', 'put', 'patch', 'delete'];

/** Sorts by path, and reads before writes: the order of the table is optimized for the router. */
const byPath = ({ operation: one }: DocumentedRoute, { operation: other }: DocumentedRoute): number =>
  one.path === other.path
    ? METHODS.indexOf(one.method) - METHODS.indexOf(other.method)
    : one.path < other.path
      ? -1
      : 1;
