import type { Middleware } from 'koa';
import type { AuthenticateKey } from '../../../application/keys/authenticate-key.ts';
import type { CallInterface } from '../../../domain/usage/caller.ts';
import type { Extension, HttpSettings } from '../api/app.ts';
import { type ActorOf, actorThrough } from '../http/auth/actor-of.ts';
import type { KeyTransport } from '../http/auth/bearer-key.ts';
import { requireKey } from '../http/auth/require-key.ts';
import { type ErrorShape, Rejection } from '../http/errors/rejection.ts';
import type { RequestState } from '../http/request/request-state.ts';
import { registerRoutes } from '../http/routes/register-routes.ts';
import type { Guard, Handle, Route } from '../http/routes/route.ts';
import { methodsServed } from '../http/routes/unmatched.ts';

/** Services of an API of another tool: its use cases, and what every such API gets. */
export type CompatibleServices<UseCases> = UseCases & HttpSettings & { readonly actorOf: ActorOf };

/** An API of another tool, for its clients to use unchanged. */
export interface CompatibleApi<UseCases> {
  /** Path at which it begins: everything at and below this path belongs to it. */
  readonly path: string;
  /** Name of the interface in the statistics and the list of callers. */
  readonly via: CallInterface;
  readonly keyTransport: KeyTransport;
  /** Request headers that responses depend on, besides the path. */
  readonly vary: string;
  readonly routes: readonly Route<CompatibleServices<UseCases>, 'public' | 'key'>[];
  /** Undefined if its errors look like ours. */
  readonly errorShape?: ErrorShape;
  /** A sentence about everything below its path that it does not serve. */
  readonly unknownPath?: string;
}

/** Mounts an API of another tool beside ours, with the same keys, limits and statistics. */
export const mountCompatible =
  <UseCases extends { readonly authenticateKey: AuthenticateKey }>(
    api: CompatibleApi<UseCases>,
    useCases: UseCases,
  ): Extension =>
  (app, settings) => {
    const services: CompatibleServices<UseCases> = {
      ...useCases,
      ...settings,
      actorOf: actorThrough('api'),
    };
    const requireToolKey = requireKey(useCases.authenticateKey, api.keyTransport, api.via);
    const key: Guard = (handle, lookUp) => {
      const guarded = requireToolKey(handle, lookUp);
      return (ctx) => {
        ctx.state.vary = api.vary;
        return guarded(ctx);
      };
    };
    if (api.errorShape) app.use(shapeErrors(api.path, api.errorShape));
    registerRoutes(app, api.routes, services, { public: (handle) => handle as Handle, key });
    if (api.unknownPath !== undefined) app.use(rejectUnknown(api.path, api.unknownPath));
  };

function shapeErrors(path: string, shape: ErrorShape): Middleware<RequestState> {
  return function shapeErrors(ctx, next) {
    if (isBelow(ctx.path, path)) ctx.state.errorShape = shape;
    return next();
  };
}

/** Leaves known paths with another method to the last middleware. */
function rejectUnknown(path: string, sentence: string): Middleware<RequestState> {
  return function rejectUnknown(ctx, next) {
    if (isBelow(ctx.path, path) && methodsServed(ctx).length === 0) throw new Rejection('not_found', { sentence });
    return next();
  };
}

const isBelow = (path: string, prefix: string): boolean => path === prefix || path.startsWith(`${prefix}/`);
