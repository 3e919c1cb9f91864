import { onTestFinished } from 'vitest';
import { OpenStreams } from '../../../src/adapters/inbound/http/streams/open-streams.ts';
import type { EventReader } from '../../support/service/event-reader.ts';
import { openMcpStream, type StreamKind } from '../../support/service/mcp-stream.ts';
import { Client } from '../http/prompts/support/client.ts';
import type { ApiResponse } from '../http/support/api.ts';
import { startStandaloneApp } from '../http/support/standalone-app.ts';

export type McpApp = Awaited<ReturnType<typeof startMcpApp>>;

/** An application with a released prompt. */
export async function startMcpApp(streams = new OpenStreams()) {
  const app = await startStandaloneApp({ streams });
  const ada = new Client(app.api, app.token);
  const { id } = await ada.createPrompt({ name: 'greeting', content: 'Hi {{name}}', labels: ['production'] });
  return { ...app, ada, id };
}

export const GET_GREETING = {
  jsonrpc: '2.0',
  id: 1,
  method: 'prompts/get',
  params: { name: 'greeting', arguments: { name: 'Ada' } },
};

export interface Post {
  readonly json?: unknown;
  readonly body?: string;
  readonly key?: string;
  readonly query?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Without a handshake, as clients of 2025 send it. */
export const post = (
  { api, token }: McpApp,
  { json = GET_GREETING, body, key = token, query = '', headers }: Post = {},
) =>
  api.call('POST', `/mcp${query}`, {
    key,
    headers: { Accept: 'application/json, text/event-stream', 'Content-Type': 'application/json', ...headers },
    ...(body === undefined ? { json } : { body }),
  });

/** The JSON-RPC message in a response. */
export const resultIn = ({ text }: ApiResponse): unknown => JSON.parse(text.replace(/^event: message\ndata: /, ''));

/** Opens a stream of notifications, which is closed after the test. */
export async function openStream({ api, token }: McpApp, kind: StreamKind): Promise<EventReader> {
  const stream = await openMcpStream(api.url, token, kind);
  onTestFinished(() => stream.close());
  return stream;
}
