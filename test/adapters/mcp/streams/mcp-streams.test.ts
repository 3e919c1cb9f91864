import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { OpenStreams } from '../../../../src/adapters/inbound/http/events/open-streams.ts';
import { StorageUnavailable } from '../../../../src/application/ports/storage/storage-unavailable.ts';
import { ADA } from '../../../support/in-memory/an-application.ts';
import { EventReader } from '../../../support/service/event-reader.ts';
import {
  countListChanged,
  KINDS,
  LISTEN_HEADERS,
  listenMessage,
  messagesIn,
  openMcpStream,
  type StreamKind,
  SUBSCRIPTION_ID,
} from '../../../support/service/mcp-stream.ts';
import { signInClient } from '../../dashboard/support/dashboard-client.ts';
import { Client, rejectionIn } from '../../http/prompts/support/client.ts';
import { RawConnection } from '../../http/requests/raw-connection.ts';
import { codeIn, times, tokenIn } from '../../http/support/api.ts';
import { type McpApp, post, startMcpApp } from '../mcp-app.ts';

let app: McpApp;
let readers: EventReader[];

async function start(streams?: OpenStreams): Promise<void> {
  app = await startMcpApp(streams);
}

beforeEach(async () => {
  readers = [];
  await start();
});

afterEach(() => {
  for (const reader of readers) reader.close();
  vi.restoreAllMocks();
  vi.useRealTimers();
});

async function open(kind: StreamKind, key = app.token): Promise<EventReader> {
  const reader = await openMcpStream(app.api.url, key, kind);
  readers.push(reader);
  return reader;
}

async function tick(): Promise<void> {
  app.changeWatch.tick();
  await app.changeWatch.idle();
}

/** With what a stream of 2026 begins. */
const begin = (kind: StreamKind): readonly object[] => (kind === 'GET' ? [] : [ACKNOWLEDGED]);

const META = { 'io.modelcontextprotocol/subscriptionId': SUBSCRIPTION_ID };
const ACKNOWLEDGED = {
  jsonrpc: '2.0',
  method: 'notifications/subscriptions/acknowledged',
  params: { notifications: { promptsListChanged: true }, _meta: META },
};

const listChanged = (kind: StreamKind): object => ({
  jsonrpc: '2.0',
  method: 'notifications/prompts/list_changed',
  ...(kind === 'listen' && { params: { _meta: META } }),
});

/** Ends all streams: everything that was sent has arrived then. Returns what did, without the end itself. */
async function endStream(stream: EventReader, kind: StreamKind): Promise<readonly object[]> {
  app.streams.endAll();
  await stream.waitForEnd();
  return kind === 'GET' ? messagesIn(stream) : messagesIn(stream).slice(0, -1);
}

const waitForListChanged = (reader: EventReader, kind: StreamKind, count: number) =>
  reader.waitFor(begin(kind).length + count);

describe.each(KINDS)('an MCP stream by %s', (kind) => {
  it('has the headers of a stream, and begins without a change', async () => {
    const stream = await open(kind);

    expect(stream.status).toBe(200);
    expect(stream.response.headers).toMatchObject({
      'content-type': 'text/event-stream',
      'cache-control': 'no-cache, no-transform',
      'x-accel-buffering': 'no',
    });
    expect(stream.response.headers).not.toHaveProperty('mcp-session-id');
    await tick();
    expect(await endStream(stream, kind)).toEqual(begin(kind));
  });

  it('gets one notification for everything that changed together', async () => {
    const stream = await open(kind);
    await app.ada.createPrompt({ labels: ['production', 'staging'] });
    await app.ada.createPrompt();

    await tick();
    await waitForListChanged(stream, kind, 1);
    await tick();

    expect(await endStream(stream, kind)).toEqual([...begin(kind), listChanged(kind)]);
    expect(stream.events.every(({ event, id }) => event === 'message' && id === undefined)).toBe(true);
  });

  it('gets at most one notification in 250 ms, and none is lost', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const stream = await open(kind);
    for (let count = 0; count < 20; count += 1) {
      await app.ada.createPrompt();
      app.changeWatch.wake(app.account.id);
      await app.changeWatch.idle();
    }
    await waitForListChanged(stream, kind, 1);
    vi.advanceTimersByTime(249);
    await app.changeWatch.idle();
    expect(countListChanged(stream)).toBe(1);

    vi.advanceTimersByTime(1);
    await waitForListChanged(stream, kind, 2);
    vi.advanceTimersByTime(1000);
    await tick();

    expect(await endStream(stream, kind)).toHaveLength(begin(kind).length + 2);
  });

  it('gets nothing about other accounts, nor about protected labels', async () => {
    const stream = await open(kind);
    const { token } = await app.api.openAccount();
    await new Client(app.api, token).createPrompt();
    const browser = await signInClient(app.api.url, ADA);
    const protecting = await browser.call('PUT', 'protected-labels', { json: { labels: ['production'] } });
    expect(protecting.status).toBe(200);

    await tick();
    await tick();

    expect(await endStream(stream, kind)).toEqual(begin(kind));
  });

  it('ends when its key is reset, and gets no notification afterwards', async () => {
    const stream = await open(kind);
    const renewed = new Client(app.api, tokenIn(await app.api.reset(app.token)));
    await renewed.createPrompt();

    await tick();
    await stream.waitForEnd();

    expect(messagesIn(stream)).toEqual(begin(kind));
    expect(stream.isComplete).toBe(true);
    expect((await open(kind)).status).toBe(401);
    expect((await open(kind, renewed.key)).status).toBe(200);
  });

  it('ends when its key is reset while a notification waits for its pause', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const stream = await open(kind);
    for (let count = 0; count < 2; count += 1) {
      await app.ada.createPrompt();
      await tick();
    }
    await app.rotateKeyOfAccount.execute(app.account.email);

    vi.advanceTimersByTime(250);
    await app.changeWatch.idle();
    await stream.waitForEnd();

    expect(messagesIn(stream)).toEqual([...begin(kind), listChanged(kind)]);
  });

  it('stays open during an outage, and learns afterwards that something changed', async () => {
    const stream = await open(kind);
    const lookup = vi.spyOn(app.storage, 'findWithRevision');
    lookup.mockRejectedValue(new StorageUnavailable('storage', new Error('x')));
    await app.ada.createPrompt();
    await tick();
    lookup.mockRestore();

    await tick();
    await waitForListChanged(stream, kind, 1);

    expect(messagesIn(stream)).toHaveLength(begin(kind).length + 1);
  });

  it('gets a comment every 15 seconds, and ends after an hour', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] });
    await start();
    const stream = await open(kind);
    await stream.waitFor(begin(kind).length);

    // In steps that the client can follow.
    for (let seconds = 15; seconds < 3600; seconds += 15) {
      vi.advanceTimersByTime(15_000);
      await stream.waitForComments(seconds / 15);
    }
    expect(app.streams.count).toBe(1);
    vi.advanceTimersByTime(16_000);
    await stream.waitForEnd();

    expect(stream.comments).toBe(239);
    expect(stream.isComplete).toBe(true);
    await expect.poll(() => app.streams.count).toBe(0);
  });

  it('ends when the service stops', async () => {
    const stream = await open(kind);
    await stream.waitFor(begin(kind).length);

    app.streams.endAll();
    await stream.waitForEnd();

    expect(stream.isComplete).toBe(true);
    const end = { jsonrpc: '2.0', id: SUBSCRIPTION_ID, result: { resultType: 'complete' } };
    expect(messagesIn(stream).slice(begin(kind).length)).toMatchObject(kind === 'GET' ? [] : [end]);
  });

  it('is refused beyond the limit of streams of the account, which all kinds share', async () => {
    await start(limitTo(4));
    const others = await Promise.all([open('GET'), open('listen'), EventReader.withKey(app.api.url, app.token)]);
    readers.push(...others);
    await open(kind);

    const refused = await open(kind);

    expect(refused.status).toBe(429);
    expect(refused.response.headers['retry-after']).toBe('30');
    expect(codeIn(await app.ada.get('/events'))).toBe('too_many_streams');
    others[0]?.close();
    await expect.poll(() => app.streams.count).toBe(3);
    expect((await open(kind)).status).toBe(200);
  });

  it('is counted as one call when it begins, and is not in flight', async () => {
    app.tallyCalls.take(() => false);
    const stream = await open(kind);

    await expect.poll(() => app.tallyCalls.size).toBe(1);
    const [tally] = app.tallyCalls.take(() => false);
    const route = kind === 'GET' ? 'GET /mcp' : 'POST /mcp';
    expect(tally?.calls).toMatchObject([{ route, statusClass: '2xx', count: 1 }]);
    stream.close();
    await expect.poll(() => app.streams.count).toBe(0);
    expect(app.tallyCalls.size).toBe(0);
  });

  it('does not take a place among the requests of its account', async () => {
    // More than an account may have in flight.
    await Promise.all(times(40, () => open(kind)));

    expect((await app.ada.get('/tags')).status).toBe(200);
  });

  it('is 401 when the key is reset while the stream is opened', async () => {
    const { latest } = app.prompts.changes;
    vi.spyOn(app.prompts.changes, 'latest').mockImplementation(async (...page) => {
      const found = await latest.apply(app.prompts.changes, page);
      await app.rotateKeyOfAccount.execute(app.account.email);
      return found;
    });

    expect((await open(kind)).status).toBe(401);
    expect(app.streams.count).toBe(0);
  });

  it('is 503 during an outage, and takes no place', async () => {
    vi.spyOn(app.prompts.changes, 'latest').mockRejectedValue(new StorageUnavailable('storage', new Error('x')));

    expect((await open(kind)).status).toBe(503);
    expect(app.streams.count).toBe(0);
  });
});

const limitTo = (streamsPerAccountMax: number): OpenStreams =>
  new OpenStreams({ streamsMax: 2000, streamsPerAccountMax, keepAliveMs: 15_000, lifeMs: 3_600_000 });

describe('GET /mcp', () => {
  it('has the same headers for HEAD, without a stream', async () => {
    const headers = { Accept: 'text/event-stream' };
    const { status, headers: sent } = await app.api.call('HEAD', '/mcp', { key: app.token, headers });

    expect(status).toBe(200);
    expect(sent.get('Content-Type')).toBe('text/event-stream');
    expect(app.streams.count).toBe(0);
  });

  it('is 400 for an unknown parameter', async () => {
    const headers = { Accept: 'text/event-stream' };
    const rejected = await app.api.get('/mcp?tags=x', { key: app.token, headers });

    expect([rejected.status, codeIn(rejected)]).toEqual([400, 'bad_query']);
  });

  it('is closed by another request on its connection', async () => {
    const connection = await RawConnection.open(app.api.url);
    const headers = ['Host: 127.0.0.1', `Authorization: Bearer ${app.token}`, 'Accept: text/event-stream', '', ''];
    const head = (path: string) => [`GET ${path} HTTP/1.1`, ...headers].join('\r\n');
    await connection.send(head('/mcp') + head('/api/tags'));

    const received = await connection.readRemainder().catch(() => '');

    expect(received.split('HTTP/1.1 ').length).toBeLessThanOrEqual(2);
    await expect.poll(() => app.streams.count).toBe(0);
  });
});

describe('subscriptions/listen', () => {
  const listen = (json: object) => post(app, { json, headers: LISTEN_HEADERS });

  it('reports a malformed filter', async () => {
    const { body } = await listen(listenMessage({ promptsListChanged: 'yes' }));

    expect(body).toMatchObject({ id: SUBSCRIPTION_ID, error: { code: -32602 } });
    expect(app.streams.count).toBe(0);
  });

  it('rejects an id that every notification would have to repeat at length', async () => {
    expect(rejectionIn(await listen({ ...listenMessage(), id: 'x'.repeat(257) }))).toBe('422 invalid');
  });

  it('honors what exists, and ends if that is nothing', async () => {
    const { text } = await listen(listenMessage({ toolsListChanged: true, resourceSubscriptions: ['prompt://x'] }));

    expect(text).toContain('"notifications":{}');
    expect(text).toContain('"resultType":"complete"');
    expect(app.streams.count).toBe(0);
  });

  it.each([
    ['a client of 2025', { jsonrpc: '2.0', id: 1, method: 'subscriptions/listen', params: { notifications: {} } }],
    ['a notification', { jsonrpc: '2.0', method: 'subscriptions/listen' }],
    ['a message without parameters', { jsonrpc: '2.0', id: 1, method: 'subscriptions/listen' }],
  ])('opens no stream for %s', async (_what, json) => {
    const { status } = await post(app, { json });

    expect(status).toBeLessThan(500);
    expect(app.streams.count).toBe(0);
  });
});
