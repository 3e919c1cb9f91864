import type { Layer } from '@koa/router';
import type { RequestContext } from '../request/request-state.ts';

/** The template of the route that handles the request; `none` when there is none. */
export function matchedRoute(ctx: RequestContext): string {
  return ctx.state.route?.template ?? routerNote(ctx);
}

/** For routes of the dashboard that are not in a table yet. */
function routerNote(ctx: RequestContext): string {
  const layers: readonly Layer[] | undefined = ctx['matched'];
  const layer = layers?.find(({ methods }) => methods.includes(ctx.method));
  return layer ? String(layer.path) : 'none';
}
