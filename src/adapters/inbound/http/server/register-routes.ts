import Router from '@koa/router';
import type Koa from 'koa';
import { busy } from '../errors/rejection.ts';
import { rejectQuery } from '../request/read-query.ts';
import type { GuardedState, RequestState, RouteName } from '../request/request-state.ts';
import type { Guard, GuardName, Handle, Route, RouteContext } from '../request/route.ts';

/**
 * A router tries all its routes on every request, and starting another router costs as much as trying many.
 * Few routes in each of several routers make those at the top of the table the fastest to find.
 */
const ROUTES_PER_ROUTER = 6;

/** Registers a table of operations in the application. */
export function registerRoutes<Services, Name extends GuardName>(
  app: Koa<RequestState>,
  table: readonly Route<Services, Name>[],
  services: Services,
  guards: Readonly<Record<Name, Guard>>,
): void {
  const routes = table.filter(({ exists = () => true }) => exists(services));
  for (let first = 0; first < routes.length; first += ROUTES_PER_ROUTER) {
    const router = new Router({ sensitive: true });
    for (const route of routes.slice(first, first + ROUTES_PER_ROUTER)) {
      const { method, path, strict = false } = route.operation;
      router.register(routerPath(path), [method], [guardedHandle(route, services, guards[route.guard])], { strict });
    }
    app.use(router.routes());
  }
}

function guardedHandle<Services, Name extends GuardName>(
  route: Route<Services, Name>,
  services: Services,
  guard: Guard,
): Handle {
  const { operation, cacheControl, needsRevision = false, isAlwaysAdmitted = false } = route;
  // The guard of the same row ensures that the state contains what the handler relies on.
  const handle = route.handle(services) as Handle<GuardedState>;
  const takesNoQuery = operation.query === undefined && operation.ignoresQuery !== true;
  const guarded = guard((ctx) => {
    if (cacheControl !== undefined) ctx.set('Cache-Control', cacheControl);
    if (takesNoQuery) rejectQuery(ctx);
    return isAlwaysAdmitted ? handle(ctx) : handleAdmitted(ctx, handle);
  }, needsRevision);

  const { method, path } = operation;
  const documented = `${method.toUpperCase()} ${path.replaceAll('{*', '{')}`;
  const name: RouteName = { template: routerPath(path), documented };
  return (ctx) => {
    ctx.state.route = name;
    return guarded(ctx);
  };
}

/** Handles the request as soon as its account does not have too many others. */
function handleAdmitted(ctx: RouteContext<GuardedState>, handle: Handle<GuardedState>): unknown {
  const { account, limits } = ctx.state as Partial<GuardedState> & RequestState;
  if (!account) return handle(ctx);
  const admit = (isAdmitted: boolean): unknown => {
    if (!isAdmitted) throw busy();
    // The request may have timed out while it waited.
    if (ctx.res.writableEnded) return limits.accounts.leave(account.id);
    ctx.state.admitted = account.id;
    return handle(ctx);
  };
  const isAdmitted = limits.accounts.enter(account.id);
  return typeof isAdmitted === 'boolean' ? admit(isAdmitted) : isAdmitted.then(admit);
}

/** `/prompts/{ref}` in the router's notation: `/prompts/:ref`; `{*name}` is `*name`. */
const routerPath = (path: string): string => path.replace(/\{(\w+)\}/g, ':$1').replace(/\{(\*\w+)\}/g, '$1');
