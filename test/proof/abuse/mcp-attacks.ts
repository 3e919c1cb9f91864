import { LISTEN_HEADERS, listenMessage } from '../../support/service/mcp-stream.ts';
import type { AbuseClient } from './abuse-client.ts';
import type { Attack } from './attack.ts';

export const mcpAttacks = (publishLargePrompts: NonNullable<Attack['prepare']>): readonly Attack[] => [
  {
    name: 'lists of large prompts through MCP',
    clients: 40,
    prepare: publishLargePrompts,
    strike: (client) => client.call('POST', '/mcp', { body: MCP_LISTS, headers: MCP_HEADERS }),
  },
  {
    name: 'MCP streams while prompts change',
    clients: 130,
    prepare: openStreams,
    strike: strikeStreams,
  },
];

const MCP_HEADERS = { Accept: 'application/json, text/event-stream' };
/** As many in one batch as allowed. */
const MCP_LISTS = JSON.stringify(
  Array.from({ length: 10 }, (_, id) => ({ jsonrpc: '2.0', id, method: 'prompts/list', params: {} })),
);

const LISTEN = Buffer.from(JSON.stringify(listenMessage()));
const STREAM_REQUESTS: readonly (readonly [readonly string[], Buffer | undefined])[] = [
  [['GET /mcp HTTP/1.1', 'Accept: text/event-stream'], undefined],
  [
    [
      'POST /mcp HTTP/1.1',
      'Accept: application/json, text/event-stream',
      'Content-Type: application/json',
      `Content-Length: ${LISTEN.length}`,
      ...Object.entries(LISTEN_HEADERS).map(([name, value]) => `${name}: ${value}`),
    ],
    LISTEN,
  ],
];
const SHORT_MS = 50;
const WARM_UP_STREAMS = 100;
let streamClients = 0;

/** Loads and compiles the SDK, which happens once in the life of a process. */
async function openStreams(client: AbuseClient): Promise<void> {
  for (let step = 0; step < WARM_UP_STREAMS; step += 1) {
    const [head, body] = STREAM_REQUESTS[step % 2] ?? [[], undefined];
    await client.awaitResponse(head, body);
  }
}

/** Some clients publish, some open a stream again and again, and most hold one to the end without reading. */
async function strikeStreams(client: AbuseClient, step: number, end: AbortSignal): Promise<number | string> {
  const number = step === 0 ? streamClients++ : 1;
  if (number % 10 === 0) {
    for (let version = 0; !end.aborted; version += 1) await client.put(`noisy/${number}`, { content: `${version}` });
    return 'published to the end';
  }
  const [head, body] = STREAM_REQUESTS[(number + step) % 2] ?? [[], undefined];
  const isShort = number % 10 < 4;
  return client.holdOpen(head, body, isShort ? AbortSignal.any([end, AbortSignal.timeout(SHORT_MS)]) : end);
}
