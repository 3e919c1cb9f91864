import type { Context } from 'koa';
import { answerPage } from '../pages.ts';

/**
 * A page of a list under `/prompts`.
 * Where these routes are mounted stands at the end of the base and at the start of the path: a link has it once.
 */
export function answerList(ctx: Context, base: string, items: readonly unknown[], nextCursor: string | null): void {
  const mount = ctx.path.slice(0, ctx.path.indexOf('/prompts'));
  answerPage(ctx, base.slice(0, base.length - mount.length), items, nextCursor);
}
