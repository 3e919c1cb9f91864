import { PassThrough } from 'node:stream';
import { Client as ClientV2 } from '@modelcontextprotocol/client';
import { Client as ClientV1 } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioServerTransport as StdioV1 } from '@modelcontextprotocol/sdk/server/stdio.js';
import { StdioServerTransport as StdioV2 } from '@modelcontextprotocol/server/stdio';
import { onTestFinished } from 'vitest';
import { serveBridge } from '../../../../src/adapters/inbound/mcp/bridge/serve-bridge.ts';
import type { ServiceAccess } from '../../../../src/adapters/inbound/mcp/bridge/service-client.ts';
import { endpointQuery, toEndpointRequest } from '../../../../src/adapters/inbound/mcp/endpoint/endpoint-query.ts';
import type { Client } from '../../http/prompts/support/client.ts';
import { type Clients, INFO } from '../mcp-clients.ts';

export interface BridgeOptions {
  /** As in the URL of the endpoint. */
  readonly query?: string;
  readonly readKey?: ServiceAccess['readKey'];
  readonly fetch?: ServiceAccess['fetch'];
}

/** A bridge in this process, with streams instead of those of a process. */
export function startBridge(
  { api, key }: Client,
  { query = '', readKey = async () => key, fetch: send = fetch }: BridgeOptions = {},
) {
  const [input, output] = [new PassThrough(), new PassThrough()];
  const reports: string[] = [];
  const parameters = new URLSearchParams(query);
  const tag = parameters.getAll('tag');
  const { view, toolSet } = toEndpointRequest(
    endpointQuery.parse({ ...Object.fromEntries(parameters), ...(tag.length > 0 && { tag }) }),
  );
  const service = { url: api.url, readKey, clientName: 'prompthold-mcp/test', fetch: send };
  const report = (text: string) => void reports.push(text);
  const ended = serveBridge({ service, view, toolSet, version: '0.2.0', report }, { input, output });
  onTestFinished(async () => {
    input.end();
    await ended;
  });
  return { input, output, reports, ended };
}

export type StartedBridge = ReturnType<typeof startBridge>;

/** Transports over streams are the same on both sides. */
export async function connectV2({ input, output }: StartedBridge, mode: 'auto' | 'legacy'): Promise<ClientV2> {
  const client = new ClientV2(INFO, mode === 'auto' ? { versionNegotiation: { mode } } : {});
  await client.connect(new StdioV2(output, input));
  return client;
}

export async function connectV1({ input, output }: StartedBridge): Promise<ClientV1> {
  const client = new ClientV1(INFO);
  await client.connect(new StdioV1(output, input));
  return client;
}

export const BRIDGED_CLIENTS: Clients = [
  ['version 2 in its modern mode', (client, query = '') => connectV2(startBridge(client, { query }), 'auto')],
  ['version 2 by default', (client, query = '') => connectV2(startBridge(client, { query }), 'legacy')],
  ['version 1', (client, query = '') => connectV1(startBridge(client, { query }))],
];
