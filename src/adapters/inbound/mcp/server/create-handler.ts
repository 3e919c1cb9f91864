import { createMcpHandler, InMemoryServerEventBus, type McpHttpHandler } from '@modelcontextprotocol/server';
import type { RequestScope } from '../access/request-scope.ts';
import { createServer } from './create-server.ts';

export interface HandlerOptions {
  /** Version of the program. */
  readonly version: string;
  /** Scope of a request that is being handled. */
  readonly scopeOf: (request: Request | undefined) => RequestScope;
}

/** Serves requests of both eras of the protocol, each by a server of its own. It opens no streams. */
export const createHandler = (options: HandlerOptions): McpHttpHandler =>
  createMcpHandler(serverFactory(options), { maxSubscriptions: 0 });

export interface ListenHandler {
  readonly handler: McpHttpHandler;
  /** Whether the request was a valid one, and its response is a stream that stays open. */
  readonly isListening: () => boolean;
}

/** Serves one `subscriptions/listen`. Only one: the event bus of the SDK announces everything to all its streams. */
export function createListenHandler(options: HandlerOptions): ListenHandler {
  const bus = new InMemoryServerEventBus();
  // One timer of our own keeps all streams of the process alive.
  const handler = createMcpHandler(serverFactory(options), { bus, maxSubscriptions: 1, keepAliveMs: 0 });
  return { handler, isListening: () => bus.listenerCount > 0 };
}

const serverFactory =
  ({ version, scopeOf }: HandlerOptions) =>
  ({ requestInfo }: { readonly requestInfo?: Request }) => {
    const scope = scopeOf(requestInfo);
    return createServer(() => scope, version);
  };
