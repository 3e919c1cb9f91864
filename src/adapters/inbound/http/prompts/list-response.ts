import type { Context } from 'koa';
import { answerPage, linkNextPage } from '../response/pages.ts';
import { answerJson } from '../response/serialize-json.ts';

/** A page of a list as it leaves. */
export interface SerializedPage {
  readonly body: Buffer;
  readonly nextCursor: string | null;
}

/** A page of a list under `/prompts`. */
export function answerList(ctx: Context, base: string, items: readonly unknown[], nextCursor: string | null): void {
  answerPage(ctx, publicUrl(ctx, base), items, nextCursor);
}

/** The same, for a page that was written before. */
export function answerWrittenPage(ctx: Context, base: string, { body, nextCursor }: SerializedPage): void {
  linkNextPage(ctx, publicUrl(ctx, base), nextCursor);
  answerJson(ctx, body);
}

/** Where these routes are mounted stands at the end of the base and at the start of the path: a link has it once. */
function publicUrl(ctx: Context, base: string): string {
  const mount = ctx.path.slice(0, ctx.path.indexOf('/prompts'));
  return base.slice(0, base.length - mount.length);
}
