import type Koa from 'koa';
import { busy } from '../errors/rejection.ts';
import { rejectQuery } from '../request/read-query.ts';
import type { GuardedState, RequestState, RouteName } from '../request/request-state.ts';
import { answerOnce, type KeptResponses } from './answer-once.ts';
import type { Guard, GuardName, Handle, Route, RouteContext } from './route.ts';
import { RouteIndex } from './route-index.ts';

/** Registers a table of operations in the application. */
export function registerRoutes<Services, Name extends GuardName>(
  app: Koa<RequestState>,
  table: readonly Route<Services, Name>[],
  services: Services,
  guards: Readonly<Record<Name, Guard>>,
  kept?: KeptResponses,
): void {
  const index = new RouteIndex<Handle>();
  for (const route of table.filter(({ exists = () => true }) => exists(services))) {
    const { method, path, strict } = route.operation;
    index.add(method.toUpperCase(), path, guardedHandle(route, services, guards[route.guard], kept), strict);
  }
  app.use(function handleRoute(ctx, next) {
    const found = index.find(ctx.method, ctx.path);
    if (found) return found.target(Object.assign(ctx, { params: found.params }));
    ctx.state.searched = [...(ctx.state.searched ?? []), index];
    return next();
  });
}

function guardedHandle<Services, Name extends GuardName>(
  route: Route<Services, Name>,
  services: Services,
  guard: Guard,
  kept: KeptResponses | undefined,
): Handle {
  const { operation, cacheControl, needsRevision = false, isAlwaysAdmitted = false } = route;
  // The guard of the same row ensures that the state contains what the handler relies on.
  const handleEach = route.handle(services) as Handle<GuardedState>;
  const handle = operation.creates && kept ? answerOnce(handleEach, kept) : handleEach;
  const takesNoQuery = operation.query === undefined && operation.ignoresQuery !== true;
  const guarded = guard(
    (ctx) => {
      if (cacheControl !== undefined) ctx.state.cacheControl = cacheControl;
      if (takesNoQuery) rejectQuery(ctx);
      return isAlwaysAdmitted ? handle(ctx) : handleAdmitted(ctx, handle);
    },
    { needsRevision, isRead: operation.method === 'get' || operation.reads === true },
  );

  const { method, path } = operation;
  const documented = `${method.toUpperCase()} ${path.replaceAll('{*', '{')}`;
  const name: RouteName = { template: path.replace(/\{(\w+)\}/g, ':$1').replace(/\{(\*\w+)\}/g, '$1'), documented };
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
