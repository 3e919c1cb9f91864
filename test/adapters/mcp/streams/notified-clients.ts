import { Client as ClientV2, StreamableHTTPClientTransport as TransportV2 } from '@modelcontextprotocol/client';
import { Client as ClientV1 } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as TransportV1 } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { PromptListChangedNotificationSchema } from '@modelcontextprotocol/sdk/types.js';
import { expect, onTestFinished } from 'vitest';
import { waitUntil } from '../../../support/servers/wait-until.ts';
import type { Client } from '../../http/prompts/support/client.ts';
import { INFO, keyOf, type McpClient, urlOf } from '../mcp-clients.ts';

const LIST_CHANGED = 'notifications/prompts/list_changed';
const LONG_ENOUGH_MS = 20_000;

/** Counts the notifications that a client has received. */
export class Notifications {
  count = 0;

  readonly receive = (): void => {
    this.count += 1;
  };

  waitFor(count: number): Promise<void> {
    return waitUntil(() => this.count >= count, {
      what: `there are ${count} notifications`,
      timeoutMs: LONG_ENOUGH_MS,
    });
  }
}

export interface NotifiedClient {
  /** Of the SDK. */
  readonly version: 1 | 2;
  readonly client: Pick<McpClient, 'listPrompts'>;
  readonly notifications: Notifications;
  /** Resolves when the stream of notifications has ended, and everything in it has arrived. */
  readonly ended: Promise<unknown>;
}

export type ConnectNotified = (account: Client) => Promise<NotifiedClient>;

/** Observes the stream of a client that opens it in the background. */
class ObservedFetch {
  readonly #opened = Promise.withResolvers<void>();
  readonly #ended = Promise.withResolvers<void>();
  readonly opened = this.#opened.promise;
  readonly ended = this.#ended.promise;

  readonly fetch = async (url: string | URL, init: RequestInit = {}): Promise<Response> => {
    const response = await fetch(url, init);
    if (init.method !== 'GET' || response.status !== 200) return response;
    this.#opened.resolve();
    const body = response.body?.pipeThrough(new TransformStream({ flush: () => this.#ended.resolve() })) ?? null;
    return new Response(body, response);
  };
}

const connectModern: ConnectNotified = async (account) => {
  const client = new ClientV2(INFO, { versionNegotiation: { mode: 'auto' } });
  onTestFinished(() => client.close());
  await client.connect(new TransportV2(urlOf(account), keyOf(account)));
  const notifications = new Notifications();
  client.setNotificationHandler(LIST_CHANGED, notifications.receive);
  const { honoredFilter, closed } = await client.listen({ promptsListChanged: true });
  expect(honoredFilter).toEqual({ promptsListChanged: true });
  return { version: 2, client, notifications, ended: closed };
};

const connectLegacy: ConnectNotified = async (account) => {
  const client = new ClientV2(INFO);
  onTestFinished(() => client.close());
  const notifications = new Notifications();
  client.setNotificationHandler(LIST_CHANGED, notifications.receive);
  const { fetch, opened, ended } = new ObservedFetch();
  await client.connect(new TransportV2(urlOf(account), { ...keyOf(account), fetch }));
  await opened;
  return { version: 2, client, notifications, ended };
};

const connectV1: ConnectNotified = async (account) => {
  const client = new ClientV1(INFO);
  onTestFinished(() => client.close());
  const notifications = new Notifications();
  client.setNotificationHandler(PromptListChangedNotificationSchema, notifications.receive);
  const { fetch, opened, ended } = new ObservedFetch();
  await client.connect(new TransportV1(urlOf(account), { ...keyOf(account), fetch }));
  await opened;
  return { version: 1, client, notifications, ended };
};

/** Three generations of the client. */
export const NOTIFIED_CLIENTS: readonly (readonly [string, ConnectNotified])[] = [
  ['version 2 in its modern mode', connectModern],
  ['version 2 by default', connectLegacy],
  ['version 1', connectV1],
];
