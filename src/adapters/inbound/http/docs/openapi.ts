import { STATUS_CODES } from 'node:http';
import { z } from 'zod';
import { tokenOperations } from '../accounts/token-operations.ts';
import { operations as promptOperations } from '../prompts/prompt-operations.ts';
import type { Answer, Operation } from '../request/operation.ts';
import { errorAnswer, unauthorizedAnswer } from '../response/envelopes.ts';
import { statsOperations } from '../stats/stats-operations.ts';

type Json = Readonly<Record<string, unknown>>;

/** What every operation may answer: a request that cannot be read, comes too slowly or has too large a head, and an outage. */
const EVERYWHERE = [400, 408, 431, 503];

/** What a refusal never lacks. */
const REFUSAL_HEADERS: Readonly<Record<number, readonly string[]>> = {
  401: ['WWW-Authenticate'],
  429: ['Retry-After'],
  503: ['Retry-After'],
};
/** Of the headers that are named, the only one that not every answer has: the last page has no next. */
const OPTIONAL_HEADER = 'Link';

const PARAMETERS: Readonly<Record<string, string>> = {
  ref: 'A prompt by its id or its URL-encoded name',
  label: 'A label',
  n: 'A version number',
};

/** OpenAPI 3.1, made from the very schemas that requests are read by. */
export class OpenApiDocument {
  private readonly schemas: Record<string, unknown> = {};

  static of(version: string, publicUrl: string): Json {
    return new OpenApiDocument().build(version, publicUrl);
  }

  private build(version: string, publicUrl: string): Json {
    const entries = [
      ...Object.values(tokenOperations),
      ...[...Object.values(promptOperations), ...Object.values(statsOperations)].map((operation) => ({
        ...operation,
        path: `/api${operation.path}`,
      })),
    ];
    const paths: Record<string, Record<string, Json>> = {};
    for (const entry of entries) paths[entry.path] = { ...paths[entry.path], [entry.method]: this.operation(entry) };
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

  private operation(operation: Operation): Json {
    const { id, summary, body, answers, refusals, open = false } = operation;
    const statuses = [...new Set([...refusals, ...(open ? [] : [401]), ...EVERYWHERE])].sort();
    return {
      operationId: id,
      summary,
      ...(open ? { security: [] } : {}),
      parameters: [...pathParameters(operation), ...this.queryParameters(operation), ...headerParameters(operation)],
      ...(body
        ? { requestBody: { required: true, content: { 'application/json': { schema: this.schema(body) } } } }
        : {}),
      responses: {
        ...Object.fromEntries(Object.entries(answers).map(([status, answer]) => [status, this.answer(answer)])),
        ...Object.fromEntries(statuses.map((status) => [status, this.refusal(status)])),
      },
    };
  }

  private answer({ description, schema, headers = [], mediaTypes = [] }: Answer): Json {
    const text = Object.fromEntries(mediaTypes.map((type) => [type, { schema: { type: 'string' } }]));
    return {
      description,
      ...headersSaid(headers),
      ...(schema ? { content: { 'application/json': { schema: this.schema(schema) }, ...text } } : {}),
    };
  }

  private refusal(status: number): Json {
    const schema = this.schema(status === 401 ? unauthorizedAnswer : errorAnswer);
    return {
      description: STATUS_CODES[status] ?? '',
      ...headersSaid(REFUSAL_HEADERS[status] ?? []),
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

  /** Named schemas go to the components, and everywhere else stands a reference. */
  private schema(schema: z.ZodType): unknown {
    const { $schema: _, $defs = {}, ...root } = z.toJSONSchema(schema, { io: 'input' });
    for (const [name, definition] of Object.entries($defs)) this.schemas[name] ??= relocated(definition);
    return relocated(root);
  }
}

function headersSaid(names: readonly string[]): Json {
  if (names.length === 0) return {};
  const said = names.map((name) => [name, { required: name !== OPTIONAL_HEADER, schema: { type: 'string' } }]);
  return { headers: Object.fromEntries(said) };
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

/** The preconditions that an operation understands follow from what it can answer. */
function headerParameters({ answers, refusals, method }: Operation): Json[] {
  const header = (name: string, description: string): Json => ({
    name,
    in: 'header',
    description,
    schema: { type: 'string' },
  });
  return [
    ...(refusals.includes(412) ? [header('If-Match', 'Only if the prompt is still as this ETag saw it')] : []),
    ...('304' in answers ? [header('If-None-Match', 'Answers 304 if the client has this ETag already')] : []),
    ...(method === 'put' && '201' in answers ? [header('If-None-Match', '`*` means: create only')] : []),
  ];
}

const relocated = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value).replaceAll('"#/$defs/', '"#/components/schemas/'));
