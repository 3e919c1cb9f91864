import type { Context } from 'koa';
import { z } from 'zod';

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

/** A page of a list, ready to send. */
export interface SerializedPage {
  readonly body: Buffer;
  readonly nextCursor: string | null;
}

export const serializeJson = (value: unknown): Buffer => Buffer.from(JSON.stringify(value));

export function respondJson(ctx: Context, body: Buffer): void {
  ctx.set('Content-Type', JSON_TYPE);
  ctx.body = body;
}

/** Responds with one item, which may be large. */
export const respondData = (ctx: Context, data: unknown): void => respondJson(ctx, serializeJson({ data }));

/** Responds with the items of a list, and with the next page's cursor in the body and in a Link header. */
export function respondPage(
  ctx: Context,
  publicUrl: string,
  data: readonly unknown[],
  nextCursor: string | null,
): void {
  linkNextPage(ctx, publicUrl, nextCursor);
  respondJson(ctx, serializeJson({ data, nextCursor }));
}

/** `parameter` is the one that continues the list. */
export function respondSerializedPage(
  ctx: Context,
  publicUrl: string,
  { body, nextCursor }: SerializedPage,
  parameter?: string,
): void {
  linkNextPage(ctx, publicUrl, nextCursor, parameter);
  respondJson(ctx, body);
}

function linkNextPage(ctx: Context, publicUrl: string, nextCursor: string | null, parameter = 'cursor'): void {
  if (nextCursor === null) return;
  const query = new URLSearchParams(ctx.querystring);
  query.set(parameter, nextCursor);
  ctx.set('Link', `<${publicUrl}${ctx.path}?${query}>; rel="next"`);
}
