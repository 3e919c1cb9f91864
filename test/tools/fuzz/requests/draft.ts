import type { ApiDocument, DocumentedOperation, JsonSchema, Parameter } from '../api-document.ts';
import type { KnownPrompt } from '../world.ts';
import type { Dice } from './dice.ts';
import { type FuzzRequest, type Header, KEY_MARK } from './exchange.ts';
import { FIELD_VALUES, type Setting } from './field-values.ts';

/** A request in parts, before it is written: here it can still be changed with understanding. */
export interface Draft {
  readonly operation: DocumentedOperation;
  readonly path: string;
  readonly query: readonly Header[];
  readonly headers: readonly Header[];
  /** Undefined when there is no body. */
  readonly json?: unknown;
}

const OPTIONAL_SHARE = 0.3;
const DEPTH_MAX = 4;
/** Without them there would be little to see. */
const USEFUL = ['labels', 'placeholders', 'renderPrompt.variables'];

type Scene = Omit<Setting, 'path'>;

/** Makes requests that should succeed, from what the document says and what the world holds. */
export class Drafting {
  constructor(private readonly document: ApiDocument) {}

  draft(operation: DocumentedOperation, scene: Scene): Draft {
    const maker = new ValueMaker(this.document, operation, { ...scene, path: operation.path });
    const path = operation.path.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(String(maker.named(name))));
    const setting = { ...scene, path };
    const values = new ValueMaker(this.document, operation, setting);
    const headers = [['X-Request-Id', `fuzz-${scene.number}`] as const, operation.open ? from(scene.dice) : bearer()];
    const json = operation.body && tidied(operation, values.value(operation.body, ''), setting);
    return {
      operation,
      path,
      query: this.#query(operation, values, setting),
      headers: [...headers, ...preconditions(operation, setting)],
      ...(json === undefined ? {} : { json }),
    };
  }

  #query({ parameters }: DocumentedOperation, values: ValueMaker, { dice, world, path }: Setting): Header[] {
    const wanted = parameters.filter(
      ({ in: place, required, name }) =>
        place === 'query' &&
        (required === true || (dice.chance(OPTIONAL_SHARE) && (name !== 'cursor' || world.cursors.has(path)))),
    );
    // A read of the past is not about a version, nor is a version a label.
    const names = new Set(wanted.map(({ name }) => name));
    const clashes = names.has('version') ? ['label', 'at'] : [];
    const chosen = wanted.filter(({ name }) => !clashes.includes(name));
    return chosen.map((parameter: Parameter) => [
      parameter.name,
      String(values.value(parameter.schema, parameter.name)),
    ]);
  }
}

/** Through a proxy, from anywhere: a single address would soon be throttled. */
const from = (dice: Dice): Header => ['X-Forwarded-For', `198.18.${dice.roll(256)}.${dice.roll(256)}`];
const bearer = (): Header => ['Authorization', `Bearer ${KEY_MARK}`];

/** Only now and then, and mostly true ones. */
function preconditions({ id, parameters }: DocumentedOperation, { dice, world, subject }: Setting): Header[] {
  const known = id === 'listPrompts' ? (world.listTags.at(-1) ?? '"x"') : (subject?.etag ?? '*');
  return parameters
    .filter((parameter) => parameter.in === 'header' && dice.chance(0.25))
    .map(({ name }) => [name, id === 'putPrompt' && name === 'If-None-Match' ? '*' : known]);
}

/** What the schemas do not tell: which fields go together. */
function tidied({ id }: DocumentedOperation, json: unknown, { dice, subject }: Setting): unknown {
  const body = json as Record<string, unknown>;
  if (id === 'renderPrompt') return renderingOf(body, dice, subject);
  if (!['createPrompt', 'putPrompt', 'publishVersion'].includes(id)) return body;
  if (body['restore'] !== undefined) return without(body, 'content', 'messages', 'variables', 'config');
  const isText = id === 'createPrompt' ? dice.chance(0.7) : subject?.type !== 'chat';
  const declared = body['variables'] as readonly { name: string }[] | undefined;
  const used = declared?.map(({ name }) => `{{${name}}}`).join(' ');
  const text = used ?? body['content'] ?? 'Hello {{name}}';
  const words = isText
    ? { content: text }
    : { messages: used === undefined ? (body['messages'] ?? CHAT) : [{ role: 'user', content: used }] };
  return { ...without(body, 'content', 'messages', 'type'), ...words };
}

/** Mostly of the newest version, whose variables are known, and with all of them. */
function renderingOf(body: Readonly<Record<string, unknown>>, dice: Dice, subject: KnownPrompt | undefined) {
  if (!subject || dice.chance(0.2)) return without(body, body['version'] === undefined ? '' : 'label');
  const given = { variables: body['variables'] ?? {}, placeholders: body['placeholders'] ?? {} };
  return { ...without(body, 'label'), ...given, version: subject.latestVersion };
}

const CHAT = [{ role: 'user', content: 'Hello {{name}}' }, { placeholder: 'history' }];

const without = (body: Readonly<Record<string, unknown>>, ...names: readonly string[]) =>
  Object.fromEntries(Object.entries(body).filter(([name]) => !names.includes(name)));

class ValueMaker {
  constructor(
    private readonly document: ApiDocument,
    private readonly operation: DocumentedOperation,
    private readonly setting: Setting,
  ) {}

  /** By what the name means here, where that is known. */
  named(name: string): unknown {
    return (FIELD_VALUES[`${this.operation.id}.${name}`] ?? FIELD_VALUES[name])?.(this.setting);
  }

  value(schema: JsonSchema, name: string, depth = 0): unknown {
    const { dice } = this.setting;
    const known = this.named(name);
    if (known !== undefined) return known;
    const { const: fixed, enum: choices, anyOf, type, items, ...shape } = this.document.resolved(schema);
    if (fixed !== undefined) return fixed;
    if (choices) return dice.pick(choices);
    if (anyOf) return this.value(dice.pick(anyOf), name, depth);
    if (type === 'object') return depth > DEPTH_MAX ? {} : this.#object(shape, depth);
    if (type === 'array') return items && depth < DEPTH_MAX ? [this.value(items, '', depth + 1)] : [];
    if (type === 'integer' || type === 'number') return 1 + dice.roll(3);
    if (type === 'boolean') return dice.chance(0.5);
    return type === 'null' ? null : dice.pick(['text', 'a', '1']);
  }

  #object({ properties = {}, required = [] }: JsonSchema, depth: number): Record<string, unknown> {
    const isUseful = (name: string) => USEFUL.includes(name) || USEFUL.includes(`${this.operation.id}.${name}`);
    const names = Object.keys(properties).filter(
      (name) => required.includes(name) || this.setting.dice.chance(isUseful(name) ? 0.8 : OPTIONAL_SHARE),
    );
    return Object.fromEntries(names.map((name) => [name, this.value(properties[name] ?? {}, name, depth + 1)]));
  }
}

/** As it goes over the wire. */
export function written({ operation, path, query, headers, json }: Draft, host: string): FuzzRequest {
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
