import type { Context } from 'koa';

/** Responds with the items of a list, and with the next page's cursor in the body and in a Link header. */
export function respondPage(
  ctx: Context,
  publicUrl: string,
  data: readonly unknown[],
  nextCursor: string | null,
): void {
  linkNextPage(ctx, publicUrl, nextCursor);
  ctx.body = { data, nextCursor };
}

export function linkNextPage(ctx: Context, publicUrl: string, nextCursor: string | null): void {
  if (nextCursor === null) return;
  const query = new URLSearchParams(ctx.querystring);
  query.set('cursor', nextCursor);
  ctx.set('Link', `<${publicUrl}${ctx.path}?${query}>; rel="next"`);
}
