import { EventReader } from './event-reader.ts';

/** `GET`: as clients of 2025 open a stream. `listen`: those of 2026. */
export const KINDS = ['GET', 'listen'] as const;
export type StreamKind = (typeof KINDS)[number];

export const SUBSCRIPTION_ID = 'listen:1';
const VERSION = '2026-07-28';
const LIST_CHANGED = 'notifications/prompts/list_changed';
/** Required beside those of every POST. */
export const LISTEN_HEADERS = { 'MCP-Protocol-Version': VERSION, 'Mcp-Method': 'subscriptions/listen' };

/** Asks for notifications as `@modelcontextprotocol/client` 2.4.0 does. */
export const listenMessage = (notifications: unknown = { promptsListChanged: true }): object => ({
  jsonrpc: '2.0',
  id: SUBSCRIPTION_ID,
  method: 'subscriptions/listen',
  params: {
    _meta: {
      'io.modelcontextprotocol/protocolVersion': VERSION,
      'io.modelcontextprotocol/clientInfo': { name: 'mcp-test', version: '1.0.0' },
      'io.modelcontextprotocol/clientCapabilities': {},
    },
    notifications,
  },
});

/** Resolves when the head of the response has arrived, whatever its status. */
export function openMcpStream(url: string, key: string, kind: StreamKind, path = '/mcp'): Promise<EventReader> {
  const authorization = { Authorization: `Bearer ${key}` };
  if (kind === 'GET') {
    return EventReader.open(url, path, { headers: { ...authorization, Accept: 'text/event-stream' } });
  }
  const headers = {
    ...authorization,
    Accept: 'application/json, text/event-stream',
    'Content-Type': 'application/json',
    ...LISTEN_HEADERS,
  };
  return EventReader.open(url, path, { method: 'POST', headers, body: JSON.stringify(listenMessage()) });
}

/** The streams of our own API, and both kinds of MCP streams. */
export const STREAM_KINDS = ['events', ...KINDS] as const;
export type AnyStreamKind = (typeof STREAM_KINDS)[number];

/** Resolves when the stream has begun, or was refused. */
export async function openStream(url: string, key: string, kind: AnyStreamKind): Promise<EventReader> {
  if (kind !== 'events') return openMcpStream(url, key, kind);
  const stream = await EventReader.withKey(url, key);
  if (stream.status === 200) await stream.waitFor(1);
  return stream;
}

/** How many times the client of a stream of any kind learned that prompts have changed. */
export const countNotifications = ({ changes }: EventReader): number =>
  changes.map(({ data = '' }) => JSON.parse(data)).filter(({ jsonrpc, method }) => !jsonrpc || method === LIST_CHANGED)
    .length;

/** The JSON-RPC messages that have arrived. */
export const messagesIn = ({ events }: EventReader): readonly { readonly method?: string }[] =>
  events.map(({ data = '' }) => JSON.parse(data));

/** How many times the client learned that prompts have changed. */
export const countListChanged = (reader: EventReader): number =>
  messagesIn(reader).filter(({ method }) => method === LIST_CHANGED).length;
