import type { Context } from 'koa';

/** A list's answer: its items, and where the next page begins, in the body and as a Link header. */
export function answerPage(ctx: Context, publicUrl: string, data: readonly unknown[], nextCursor: string | null): void {
  linkNextPage(ctx, publicUrl, nextCursor);
  ctx.body = { data, nextCursor };
}

export function linkNextPage(ctx: Context, publicUrl: string, nextCursor: string | null): void {
  if (nextCursor === null) return;
  const query = new URLSearchParams(ctx.querystring);
  query.set('cursor', nextCursor);
  ctx.set('Link', `<${publicUrl}${ctx.path}?${query}>; rel="next"`);
}
