import Router from '@koa/router';
import type { Middleware } from 'koa';

/**
 * The same routes in one router, each with what has to be passed before it.
 *
 * That becomes part of the route: mounted with `use`, it would be a layer of its own, which the router tries, and finds
 * the parameters of, on every request.
 */
export function guardRoutes(before: readonly Middleware[], routers: readonly Router[], prefix = ''): Router {
  const router = new Router({ prefix, sensitive: true });
  for (const { path, methods, stack } of routers.flatMap((routes) => routes.stack)) {
    // HEAD comes with GET.
    const named = methods.filter((method) => method !== 'HEAD');
    // The router's type also allows what `router.param` would add, which nobody here calls.
    router.register(path, named, [...before, ...(stack as Middleware[])]);
  }
  return router;
}
