import type { Context } from 'koa';

export const JSON_TYPE = 'application/json; charset=utf-8';

export const serializeJson = (value: unknown): Buffer => Buffer.from(JSON.stringify(value));

export function respondJson(ctx: Context, body: Buffer): void {
  ctx.set('Content-Type', JSON_TYPE);
  ctx.body = body;
}
