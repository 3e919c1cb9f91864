import type { Layer } from '@koa/router';
import type { Context } from 'koa';
import { Rejection } from '../errors/rejection.ts';

/** Last in the chain: the path is unknown, or known for other methods. */
export function respondUnmatched(ctx: Context): void {
  const layers: readonly Layer[] = ctx['matched'] ?? [];
  const allowed = [...new Set(layers.flatMap(({ methods }) => methods))].sort();
  if (allowed.length === 0) throw new Rejection('not_found');

  const headers = { Allow: [...allowed, 'OPTIONS'].join(', ') };
  if (ctx.method !== 'OPTIONS') throw new Rejection('method_not_allowed', { headers });
  ctx.set(headers);
  ctx.status = 204;
}
