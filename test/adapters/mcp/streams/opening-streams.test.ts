import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { OpenStreams } from '../../../../src/adapters/inbound/http/streams/open-streams.ts';
import { EventReader } from '../../../support/service/event-reader.ts';
import {
  KINDS,
  LISTEN_HEADERS,
  listenMessage,
  type StreamKind,
  SUBSCRIPTION_ID,
} from '../../../support/service/mcp-stream.ts';
import { rejectionIn } from '../../http/prompts/support/client.ts';
import { codeIn, times } from '../../http/support/api.ts';
import { type McpApp, openStream, post, startMcpApp } from '../mcp-app.ts';

let app: McpApp;

beforeEach(async () => {
  app = await startMcpApp();
});

const open = (kind: StreamKind): Promise<EventReader> => openStream(app, kind);

const limitTo = (streamsPerAccountMax: number): OpenStreams =>
  new OpenStreams({
    streamsMax: 2000,
    streamsPerAccountMax,
    streamsPerKeyMax: streamsPerAccountMax,
    keepAliveMs: 15_000,
    lifeMs: 3_600_000,
  });

describe.each(KINDS)('an MCP stream by %s', (kind) => {
  it('is refused beyond the limit of streams of the account, which all kinds share', async () => {
    app = await startMcpApp(limitTo(4));
    const others = await Promise.all([open('GET'), open('listen'), EventReader.withKey(app.api.url, app.token)]);
    onTestFinished(() => others[2].close());
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
});

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
