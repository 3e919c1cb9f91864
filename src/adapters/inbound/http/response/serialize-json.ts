import type { Context } from 'koa';
import { JSON_TYPE } from '../errors/rejection.ts';

export const serializeJson = (value: unknown): Buffer => Buffer.from(JSON.stringify(value));

export function answerJson(ctx: Context, body: Buffer): void {
  ctx.set('Content-Type', JSON_TYPE);
  ctx.body = body;
}
