import type { Context } from 'koa';
import { linkNextPage, respondPage } from '../response/pages.ts';
import { respondJson } from '../response/serialize-json.ts';

/** A page of a list, ready to send. */
export interface SerializedPage {
  readonly body: Buffer;
  readonly nextCursor: string | null;
}

/** Responds with a page of a list under `/prompts`. */
export function respondList(ctx: Context, base: string, items: readonly unknown[], nextCursor: string | null): void {
  respondPage(ctx, publicUrl(ctx, base), items, nextCursor);
}

export function respondSerializedPage(ctx: Context, base: string, { body, nextCursor }: SerializedPage): void {
  linkNextPage(ctx, publicUrl(ctx, base), nextCursor);
  respondJson(ctx, body);
}

/** The base ends with the prefix of these routes and the path begins with it: a link contains it once. */
function publicUrl(ctx: Context, base: string): string {
  const prefix = ctx.path.slice(0, ctx.path.indexOf('/prompts'));
  return base.slice(0, base.length - prefix.length);
}
