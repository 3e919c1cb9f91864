import type { AuthenticateKey } from '../../../application/keys/authenticate-key.ts';
import type { Extension, HttpSettings } from '../api/app.ts';
import { actorThrough } from '../http/auth/actor-of.ts';
import { BEARER_ONLY } from '../http/auth/bearer-key.ts';
import { requireKey } from '../http/auth/require-key.ts';
import { registerRoutes } from '../http/routes/register-routes.ts';
import type { Route } from '../http/routes/route.ts';
import { allowOrigins } from '../http/server/allow-origins.ts';
import type { StreamUseCases } from '../http/streams/open-stream.ts';
import { checkCaller } from './endpoint/check-caller.ts';
import { endpointQuery } from './endpoint/endpoint-query.ts';
import { handleGet } from './endpoint/get-handler.ts';
import { handlePost, type PostServices } from './endpoint/post-handler.ts';

export interface McpUseCases extends Omit<PostServices, keyof HttpSettings | keyof StreamUseCases | 'actorOf'> {
  readonly authenticateKey: AuthenticateKey;
  readonly events: StreamUseCases;
}

const PATH = '/mcp';

const routes: readonly Route<PostServices, 'key'>[] = [
  { operation: { method: 'post', path: PATH, query: endpointQuery, reads: true }, guard: 'key', handle: handlePost },
  { operation: { method: 'get', path: PATH, query: endpointQuery }, guard: 'key', handle: handleGet },
];

/** Mounts the endpoint for MCP clients. */
export const mountMcp =
  (useCases: McpUseCases): Extension =>
  (app, settings) => {
    if (settings.corsOrigins.length > 0) app.use(allowOrigins(settings.corsOrigins, PATH));
    app.use(checkCaller(PATH, settings));
    registerRoutes(
      app,
      routes,
      { ...useCases, ...useCases.events, ...settings, actorOf: actorThrough('mcp') },
      {
        key: requireKey(useCases.authenticateKey, BEARER_ONLY, 'mcp'),
      },
    );
  };
