import { z } from 'zod';
import type { RequestContext } from '../request/request-state.ts';

export const JSON_TYPE = 'application/json; charset=utf-8';

/** The schema of a response with one item, named after it. */
export const one = <Schema extends z.ZodType>(schema: Schema) =>
  nameAfter(schema, 'Response', z.strictObject({ data: schema }));

/** The schema of a response with a page of a list, named after its items. */
export const page = <Schema extends z.ZodType>(schema: Schema) =>
  nameAfter(
    schema,
    'Page',
    z.strictObject({
      data: z.array(schema),
      nextCursor: z.string().nullable().describe('for the parameter `cursor`; null on the last page'),
    }),
  );

function nameAfter<Envelope extends z.ZodType>(item: z.ZodType, suffix: string, envelope: Envelope): Envelope {
  const id = item.meta()?.id;
  return id === undefined ? envelope : envelope.meta({ id: `${id}${suffix}` });
}

/** The response to a conditional request. */
export const NOT_MODIFIED = { description: 'The client already has this response', headers: ['ETag'] };

/** JSON as it is sent. */
export type SerializedJson = string | Buffer;

/** A page of a list, ready to send. */
export interface SerializedPage {
  readonly body: SerializedJson;
  readonly nextCursor: string | null;
}

/** Node.js writes a text together with the headers before it, which would copy a long one. */
const TEXT_CHARACTERS_MAX = 16 * 1024;

export const serializeJson = (value: unknown): SerializedJson => toSerialized(JSON.stringify(value));

export const toSerialized = (text: string): SerializedJson =>
  text.length > TEXT_CHARACTERS_MAX ? Buffer.from(text) : text;

/** What a response has besides its body. */
export interface ResponseHead {
  readonly status?: number;
  /** Names and values in turn. */
  readonly headers?: readonly string[];
}

const NO_HEADERS: readonly string[] = [];

export function respondJson(ctx: RequestContext, body: SerializedJson, head: ResponseHead = {}): void {
  const { status = 200, headers = NO_HEADERS } = head;
  ctx.status = status;
  ctx.state.response = { headers: ['Content-Type', JSON_TYPE, ...headers], body };
}

/** Responds with one item, which may be large. */
export const respondData = (ctx: RequestContext, data: unknown, head?: ResponseHead): void =>
  respondJson(ctx, serializeJson({ data }), head);

/** Responds with the items of a list, and with the next page's cursor in the body and in a Link header. */
export const respondPage = (
  ctx: RequestContext,
  publicUrl: string,
  data: readonly unknown[],
  nextCursor: string | null,
): void => respondSerializedPage(ctx, publicUrl, { body: serializeJson({ data, nextCursor }), nextCursor });

export interface PageHead {
  /** The parameter that continues the list. */
  readonly parameter?: string;
  readonly etag?: string;
}

export function respondSerializedPage(
  ctx: RequestContext,
  publicUrl: string,
  { body, nextCursor }: SerializedPage,
  { parameter = 'cursor', etag }: PageHead = {},
): void {
  const headers = etag === undefined ? [] : ['ETag', etag];
  if (nextCursor !== null)
    headers.push('Link', `<${publicUrl}${ctx.path}?${nextQuery(ctx, parameter, nextCursor)}>; rel="next"`);
  respondJson(ctx, body, { headers });
}

function nextQuery({ querystring }: RequestContext, parameter: string, cursor: string): string {
  const query = new URLSearchParams(querystring);
  query.set(parameter, cursor);
  return query.toString();
}
