import { createMcpHandler, InMemoryServerEventBus, type McpHttpHandler } from '@modelcontextprotocol/server';
import type { RequestScope } from '../access/request-scope.ts';
import { createServer } from './create-server.ts';

export interface HandlerOptions {
  /** Of the program. */
  readonly version: string;
  /** Of a request that is being handled. */
  readonly scopeOf: (request: Request | undefined) => RequestScope;
}

const KEEP_ALIVE_MS = 15_000;
/** Clients cannot subscribe to changes yet. */
const SUBSCRIPTIONS_MAX = 0;

/** Serves requests of both eras of the protocol, each by a server of its own. */
export function createHandler({ version, scopeOf }: HandlerOptions): {
  readonly handler: McpHttpHandler;
  readonly bus: InMemoryServerEventBus;
} {
  const bus = new InMemoryServerEventBus();
  const handler = createMcpHandler(({ requestInfo }) => createServer(scopeOf(requestInfo), version), {
    bus,
    keepAliveMs: KEEP_ALIVE_MS,
    maxSubscriptions: SUBSCRIPTIONS_MAX,
  });
  return { handler, bus };
}
