import { setTimeout as sleep } from 'node:timers/promises';
import type { Server } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import type { PromptView } from '../../../../domain/prompts/prompt-view.ts';
import { ERROR_SENTENCES } from '../../http/errors/error-sentences.ts';
import { RequestFailure } from '../access/request-failure.ts';
import type { RequestScope, ToolSet } from '../access/request-scope.ts';
import { createServer } from '../server/create-server.ts';
import { BridgeTransport, type Streams, type TransportEnd } from './bridge-transport.ts';
import { ChangeFollower } from './change-follower.ts';
import { HttpAccess } from './http-access.ts';
import { type ServiceAccess, ServiceClient } from './service-client.ts';

export interface Bridge {
  readonly service: ServiceAccess;
  readonly view: PromptView;
  readonly toolSet: ToolSet;
  /** Version of the program. */
  readonly version: string;
  /** Prints a message for people. It never contains a key or the content of a prompt. */
  readonly report: (text: string) => void;
}

/** The first response may wait this long for the connection over which changes arrive. */
const READY_MS = 1000;

/** Serves one MCP client over streams until its input ends. */
export async function serveBridge(bridge: Bridge, streams: Streams): Promise<TransportEnd> {
  const service = new ServiceClient(bridge.service);
  let server: Server | undefined;
  const changes = new ChangeFollower(service, {
    report: bridge.report,
    announce: () => void server?.sendPromptListChanged().catch(() => {}),
  });
  const following = changes.run();
  const transport = new BridgeTransport(streams);
  serveStdio(
    async () => {
      await Promise.race([changes.ready, sleep(READY_MS, undefined, { ref: false })]);
      const scope = scopeOf(bridge, service);
      server = createServer(() => scope, bridge.version);
      return server;
    },
    // The error may quote the message.
    { transport, onerror: () => bridge.report('A message of the MCP client could not be handled.') },
  );
  const end = await transport.closed;
  changes.stop();
  await following;
  return end;
}

function scopeOf({ view, toolSet, report }: Bridge, service: ServiceClient): RequestScope {
  return {
    access: new HttpAccess(service, view),
    view,
    toolSet,
    toFailure: (error) => {
      report(error instanceof Error ? (error.stack ?? error.message) : String(error));
      return new RequestFailure(500, { error: ERROR_SENTENCES.internal_error, code: 'internal_error' });
    },
  };
}
