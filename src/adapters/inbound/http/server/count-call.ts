import type { Context } from 'koa';
import type { TallyCalls } from '../../../../application/usage/tally-calls.ts';
import { documentedPath } from '../request/operation.ts';

/** Counts a request that is over, if it showed a key that opened; never twice. */
export type CountCall = (ctx: Context) => void;

export function countingInto(tally: TallyCalls): CountCall {
  return function countCall(ctx) {
    const { state } = ctx;
    const at: number | undefined = state['keyShownAt'];
    if (at === undefined) return;
    state['keyShownAt'] = undefined;
    const route = documentedRoute(ctx.method, ctx['_matchedRoute']);
    tally.record({ accountId: state['account'].id, at, route, status: ctx.res.statusCode, read: state['promptRead'] });
  };
}

/** By method, then by the router's template. There are as many as there are routes. */
const known = new Map<string, Map<string, string>>();

/** `GET /api/prompts/{ref}`, as the documentation has it. Made once for each route: every request asks for it. */
function documentedRoute(method: string, template: string): string {
  let routes = known.get(method);
  if (!routes) {
    routes = new Map();
    known.set(method, routes);
  }
  let route = routes.get(template);
  if (route === undefined) {
    // HEAD mirrors GET, and is documented as little.
    route = `${method === 'HEAD' ? 'GET' : method} ${documentedPath(template)}`;
    routes.set(template, route);
  }
  return route;
}
