import { Client as ClientV2, StreamableHTTPClientTransport as TransportV2 } from '@modelcontextprotocol/client';
import { Client as ClientV1 } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as TransportV1 } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { onTestFinished } from 'vitest';
import type { Client } from '../http/prompts/support/client.ts';

type Result = Promise<Readonly<Record<string, unknown>>>;

/** What all generations of the SDK's client can do. */
export interface McpClient {
  listPrompts(params?: { cursor?: string }): Result;
  getPrompt(params: { name: string; arguments?: Record<string, string> }): Result;
  complete(params: {
    ref: { type: 'ref/prompt'; name: string } | { type: 'ref/resource'; uri: string };
    argument: { name: string; value: string };
  }): Result;
  listResources(params?: { cursor?: string }): Result;
  listResourceTemplates(): Result;
  readResource(params: { uri: string }): Result;
  listTools(): Result;
  callTool(params: { name: string; arguments?: Record<string, unknown> }): Result;
  getServerVersion(): object | undefined;
  getServerCapabilities(): object | undefined;
  getInstructions(): string | undefined;
}

export const INFO = { name: 'mcp-test', version: '1.0.0' };

/** `query` follows the URL of the endpoint, such as `?tag=agent`. */
export type Connect = (client: Client, query?: string) => Promise<McpClient>;

export const urlOf = ({ api }: Client, query = ''): URL => new URL(`/mcp${query}`, api.url);
export const keyOf = ({ key }: Client) => ({ requestInit: { headers: { Authorization: `Bearer ${key}` } } });

const connectV2 = async (account: Client, query: string, mode: 'auto' | 'legacy'): Promise<ClientV2> => {
  const client = new ClientV2(INFO, mode === 'auto' ? { versionNegotiation: { mode } } : {});
  onTestFinished(() => client.close());
  await client.connect(new TransportV2(urlOf(account, query), keyOf(account)));
  return client;
};

export const connectModern = (account: Client, query = ''): Promise<ClientV2> => connectV2(account, query, 'auto');
export const connectLegacy = (account: Client, query = ''): Promise<ClientV2> => connectV2(account, query, 'legacy');

export const connectV1 = async (account: Client, query = ''): Promise<ClientV1> => {
  const client = new ClientV1(INFO);
  onTestFinished(() => client.close());
  await client.connect(new TransportV1(urlOf(account, query), keyOf(account)));
  return client;
};

/** Clients by their description. */
export type Clients = readonly (readonly [string, Connect])[];

/** Three generations of the client. */
export const CLIENTS: Clients = [
  ['version 2 in its modern mode', connectModern],
  ['version 2 by default', connectLegacy],
  ['version 1', connectV1],
];
