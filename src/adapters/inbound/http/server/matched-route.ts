import type { Layer } from '@koa/router';
import type { Context } from 'koa';

/**
 * The template of the route that answers, or would have answered a caller with a key; `none` when there is none.
 * The router's own note of it names what runs before the route as well, such as the look at the key.
 */
export function matchedRoute(ctx: Context): string {
  const layers: readonly Layer[] | undefined = ctx['matched'];
  const layer = layers?.find(({ methods }) => methods.includes(ctx.method));
  return layer ? String(layer.path) : 'none';
}
