import { Client as ClientV2 } from '@modelcontextprotocol/client';
import { StdioClientTransport as StdioV2 } from '@modelcontextprotocol/client/stdio';
import { Client as ClientV1 } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport as StdioV1 } from '@modelcontextprotocol/sdk/client/stdio.js';
import { onTestFinished } from 'vitest';
import { INFO, type McpClient } from '../../adapters/mcp/mcp-clients.ts';
import { PROGRAM } from '../../support/service/service-process.ts';

const LIST_CHANGED = 'notifications/prompts/list_changed';

/** A client that has started `prompthold mcp`, and what it was notified of and the bridge has reported. */
export interface StdioClient {
  readonly client: McpClient;
  readonly seen: { notifications: number; stderr: string };
  readonly pid: number;
}

export type ConnectStdio = (options: readonly string[], environment: Record<string, string>) => Promise<StdioClient>;

const parameters = (options: readonly string[], env: Record<string, string>) => ({
  command: process.execPath,
  args: [PROGRAM, 'mcp', ...options],
  env,
  stderr: 'pipe' as const,
});

const connectV2 =
  (mode: 'auto' | 'legacy'): ConnectStdio =>
  async (options, env) => {
    const transport = new StdioV2(parameters(options, env));
    const client = new ClientV2(INFO, mode === 'auto' ? { versionNegotiation: { mode } } : {});
    const seen = observe(transport.stderr);
    client.setNotificationHandler(LIST_CHANGED, () => {
      seen.notifications += 1;
    });
    onTestFinished(() => client.close());
    await client.connect(transport);
    if (mode === 'auto') await client.listen({ promptsListChanged: true });
    return { client, seen, pid: transport.pid ?? 0 };
  };

const connectV1: ConnectStdio = async (options, env) => {
  const transport = new StdioV1(parameters(options, env));
  const client = new ClientV1(INFO);
  const seen = observe(transport.stderr);
  client.fallbackNotificationHandler = async ({ method }) => {
    if (method === LIST_CHANGED) seen.notifications += 1;
  };
  onTestFinished(() => client.close());
  await client.connect(transport);
  return { client, seen, pid: transport.pid ?? 0 };
};

function observe(stderr: NodeJS.EventEmitter | null): StdioClient['seen'] {
  const seen = { notifications: 0, stderr: '' };
  stderr?.on('data', (chunk) => {
    seen.stderr += chunk;
  });
  return seen;
}

export const STDIO_CLIENTS: readonly (readonly [string, ConnectStdio])[] = [
  ['version 2 in its modern mode', connectV2('auto')],
  ['version 2 by default', connectV2('legacy')],
  ['version 1', connectV1],
];
