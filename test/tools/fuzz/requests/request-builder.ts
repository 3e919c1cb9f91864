import type { SeededRandom } from '../../seeded-random.ts';
import type { ApiDocument, DocumentedOperation, JsonSchema, Parameter } from '../api-document.ts';
import type { KnownPrompt } from '../known-state.ts';
import { FIELD_VALUES, type RequestContext } from './field-values.ts';
import { type FuzzRequest, type Header, KEY_PLACEHOLDER } from './fuzz-client.ts';

/** A request in parts, so that a mutation can change one of them. */
export interface RequestDraft {
  readonly operation: DocumentedOperation;
  readonly path: string;
  readonly query: readonly Header[];
  readonly headers: readonly Header[];
  /** Undefined when there is no body. */
  readonly json?: unknown;
}

const OPTIONAL_SHARE = 0.3;
const DEPTH_MAX = 4;
/** Optional fields that are set more often, because they exercise more of the service. */
const USEFUL = ['labels', 'placeholders', 'renderPrompt.variables'];

type BuildInput = Omit<RequestContext, 'path'>;

/** Builds requests that should succeed, from the document and the known state. */
export class RequestBuilder {
  constructor(private readonly document: ApiDocument) {}

  build(operation: DocumentedOperation, input: BuildInput): RequestDraft {
    const generator = new ValueGenerator(this.document, operation, { ...input, path: operation.path });
    const path = operation.path.replace(/\{(\w+)\}/g, (_, name) =>
      encodeURIComponent(String(generator.valueByName(name))),
    );
    const context = { ...input, path };
    const values = new ValueGenerator(this.document, operation, context);
    const headers = [
      ['X-Request-Id', `fuzz-${input.number}`] as const,
      operation.isPublic ? forwardedFor(input.random) : authorization(),
    ];
    const json = operation.body && reconcileFields(operation, values.value(operation.body, ''), context);
    return {
      operation,
      path,
      query: this.#query(operation, values, context),
      headers: [...headers, ...constantHeaders(operation), ...preconditions(operation, context)],
      ...(json === undefined ? {} : { json }),
    };
  }

  #query(
    { parameters }: DocumentedOperation,
    values: ValueGenerator,
    { random, state, path }: RequestContext,
  ): Header[] {
    const wanted = parameters.filter(
      ({ in: place, required, name }) =>
        place === 'query' &&
        (required === true || (random.chance(OPTIONAL_SHARE) && (name !== 'cursor' || state.cursors.has(path)))),
    );
    // `version` excludes `label` and `at`.
    const names = new Set(wanted.map(({ name }) => name));
    const clashes = names.has('version') ? ['label', 'at'] : [];
    const compatible = wanted.filter(({ name }) => !clashes.includes(name));
    return compatible.map((parameter: Parameter) => [
      parameter.name,
      String(values.value(parameter.schema, parameter.name)),
    ]);
  }
}

/** A random client address behind a proxy: a single address would soon be throttled. */
const forwardedFor = (random: SeededRandom): Header => [
  'X-Forwarded-For',
  `198.18.${random.nextInt(256)}.${random.nextInt(256)}`,
];
const authorization = (): Header => ['Authorization', `Bearer ${KEY_PLACEHOLDER}`];

const constantHeaders = ({ parameters }: DocumentedOperation): Header[] =>
  parameters.flatMap(({ in: place, name, schema }): Header[] =>
    place === 'header' && typeof schema.const === 'string' ? [[name, schema.const]] : [],
  );

/** Sets preconditions occasionally; most of them hold. */
function preconditions({ id, parameters }: DocumentedOperation, { random, state, subject }: RequestContext): Header[] {
  const known = id === 'listPrompts' ? (state.listTags.at(-1) ?? '"x"') : (subject?.etag ?? '*');
  return parameters
    .filter((parameter) => parameter.in === 'header' && parameter.schema.const === undefined && random.chance(0.25))
    .map(({ name }) => [name, id === 'putPrompt' && name === 'If-None-Match' ? '*' : known]);
}

/** Removes combinations of fields that the schemas allow and the service rejects. */
function reconcileFields({ id }: DocumentedOperation, json: unknown, { random, subject }: RequestContext): unknown {
  const body = json as Record<string, unknown>;
  if (id === 'renderPrompt') return completeRendering(body, random, subject);
  if (!['createPrompt', 'putPrompt', 'publishVersion'].includes(id)) return body;
  if (body['restore'] !== undefined) return without(body, 'content', 'messages', 'variables', 'config');
  const isText = id === 'createPrompt' ? random.chance(0.7) : subject?.type !== 'chat';
  const declared = body['variables'] as readonly { name: string }[] | undefined;
  const used = declared?.map(({ name }) => `{{${name}}}`).join(' ');
  const text = used ?? body['content'] ?? 'Hello {{name}}';
  const content = isText
    ? { content: text }
    : { messages: used === undefined ? (body['messages'] ?? CHAT) : [{ role: 'user', content: used }] };
  return { ...without(body, 'content', 'messages', 'type'), ...content };
}

/** Mostly renders the latest version, whose variables are known, and sets all of them. */
function completeRendering(
  body: Readonly<Record<string, unknown>>,
  random: SeededRandom,
  subject: KnownPrompt | undefined,
) {
  if (!subject || random.chance(0.2)) return without(body, body['version'] === undefined ? '' : 'label');
  const given = { variables: body['variables'] ?? {}, placeholders: body['placeholders'] ?? {} };
  return { ...without(body, 'label'), ...given, version: subject.latestVersion };
}

const CHAT = [{ role: 'user', content: 'Hello {{name}}' }, { placeholder: 'history' }];

const without = (body: Readonly<Record<string, unknown>>, ...names: readonly string[]) =>
  Object.fromEntries(Object.entries(body).filter(([name]) => !names.includes(name)));

class ValueGenerator {
  constructor(
    private readonly document: ApiDocument,
    private readonly operation: DocumentedOperation,
    private readonly context: RequestContext,
  ) {}

  /** A value that fits the field's meaning, where that is known. */
  valueByName(name: string): unknown {
    return (FIELD_VALUES[`${this.operation.id}.${name}`] ?? FIELD_VALUES[name])?.(this.context);
  }

  value(schema: JsonSchema, name: string, depth = 0): unknown {
    const { random } = this.context;
    const known = this.valueByName(name);
    if (known !== undefined) return known;
    const { const: fixed, enum: choices, anyOf, type, items, ...shape } = this.document.resolve(schema);
    if (fixed !== undefined) return fixed;
    if (choices) return random.pick(choices);
    if (anyOf) return this.value(random.pick(anyOf), name, depth);
    if (type === 'object') return depth > DEPTH_MAX ? {} : this.#object(shape, depth);
    if (type === 'array') return items && depth < DEPTH_MAX ? [this.value(items, '', depth + 1)] : [];
    if (type === 'integer' || type === 'number') return 1 + random.nextInt(3);
    if (type === 'boolean') return random.chance(0.5);
    return type === 'null' ? null : random.pick(['text', 'a', '1']);
  }

  #object({ properties = {}, required = [] }: JsonSchema, depth: number): Record<string, unknown> {
    const isUseful = (name: string) => USEFUL.includes(name) || USEFUL.includes(`${this.operation.id}.${name}`);
    const names = Object.keys(properties).filter(
      (name) => required.includes(name) || this.context.random.chance(isUseful(name) ? 0.8 : OPTIONAL_SHARE),
    );
    return Object.fromEntries(names.map((name) => [name, this.value(properties[name] ?? {}, name, depth + 1)]));
  }
}

/** Serializes a draft into the request to send. */
export function toRequest({ operation, path, query, headers, json }: RequestDraft, host: string): FuzzRequest {
  const search = query.map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`).join('&');
  const body = json === undefined ? undefined : Buffer.from(JSON.stringify(json));
  return withBody(
    {
      method: operation.method,
      target: search === '' ? path : `${path}?${search}`,
      headers: [['Host', host], ...headers, ...(body ? [['Content-Type', 'application/json'] as const] : [])],
    },
    body,
  );
}

export function withBody(request: FuzzRequest, body: Uint8Array | undefined): FuzzRequest {
  const headers = request.headers.filter(([name]) => name !== 'Content-Length');
  const length: Header[] = body ? [['Content-Length', String(body.length)]] : [];
  return { ...request, headers: [...headers, ...length], body };
}
