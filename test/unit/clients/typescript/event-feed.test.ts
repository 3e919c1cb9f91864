import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type {
  ConnectionHandlers,
  ConnectionRequest,
} from '../../../../clients/typescript/src/stream/event-connection.ts';
import { type Disconnection, EventFeed, SILENCE_MS_MAX } from '../../../../clients/typescript/src/stream/event-feed.ts';
import type { StreamEvent } from '../../../../clients/typescript/src/stream/event-parser.ts';

const STREAM = { 'content-type': 'text/event-stream; charset=utf-8' };
const HELLO = 'id: 1-0-a\nevent: hello\ndata: {"at":"1-0-a"}\n\n';

interface FakeConnection {
  readonly request: ConnectionRequest;
  readonly handlers: ConnectionHandlers;
  readonly close: () => void;
  readonly pause: () => void;
  readonly resume: () => void;
}

/** A feed whose connections are opened, answered and broken by the test. */
function aFeed({ keys = ['k1'], random = 0.5, keepsAlive = false } = {}) {
  const connections: FakeConnection[] = [];
  const events: StreamEvent[] = [];
  const disconnections: Disconnection[] = [];
  const rejected: string[] = [];
  let hellos = 0;
  let index = 0;
  const ports = {
    connect: (request: ConnectionRequest, handlers: ConnectionHandlers) => {
      const connection = { request, handlers, close: vi.fn(), pause: vi.fn(), resume: vi.fn() };
      connections.push(connection);
      return connection;
    },
    keys: {
      current: async () => keys[index] ?? '',
      reject: (key: string) => rejected.push(key),
      replace: async (rejected: string) => {
        index = Math.min(index + 1, keys.length - 1);
        return keys[index] === rejected ? undefined : keys[index];
      },
    },
    toHeaders: (key: string) => ({ Authorization: key }),
    now: Date.now,
    random: () => random,
  };
  const feed = new EventFeed({ url: 'http://h/api/events', keepsAlive }, ports, {
    onHello: () => (hellos += 1),
    onEvent: (event) => events.push(event),
    onDisconnect: (disconnection) => disconnections.push(disconnection),
  });
  const latest = (): FakeConnection => {
    const connection = connections.at(-1);
    if (!connection) throw new Error('there is no connection');
    return connection;
  };
  const accept = (text = HELLO) => {
    latest().handlers.onResponse(200, STREAM);
    latest().handlers.onText(text);
  };
  return { feed, connections, events, disconnections, rejected, latest, accept, hellos: () => hellos };
}

async function aStartedFeed(options = {}) {
  const started = aFeed(options);
  started.feed.start();
  await vi.advanceTimersByTimeAsync(0);
  return started;
}

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

describe('EventFeed', () => {
  it('is healthy from hello until 45 seconds of silence', async () => {
    const { feed, accept, latest, hellos, disconnections } = await aStartedFeed();
    expect(feed.isHealthy(Date.now())).toBe(false);
    latest().handlers.onResponse(200, STREAM);
    expect(feed.isHealthy(Date.now())).toBe(false);

    accept();
    expect([feed.isHealthy(Date.now()), hellos()]).toEqual([true, 1]);
    await vi.advanceTimersByTimeAsync(SILENCE_MS_MAX - 1);
    latest().handlers.onText(': keep-alive\n\n');
    await vi.advanceTimersByTimeAsync(SILENCE_MS_MAX - 1);
    expect(feed.isHealthy(Date.now())).toBe(true);
    // Also if the process was frozen, so that no timer could notice.
    expect(feed.isHealthy(Date.now() + 1)).toBe(false);
    await vi.advanceTimersByTimeAsync(1);

    expect(disconnections).toEqual([{ kind: 'interrupted', reason: 'silent', retryMs: 1000 }]);
    expect(latest().close).toHaveBeenCalled();
  });

  it('connects again after 1 s to 30 s, doubling, and after 1 s again once it was connected', async () => {
    const { connections, disconnections, latest, accept } = await aStartedFeed();
    for (let attempt = 0; attempt < 7; attempt += 1) {
      latest().handlers.onEnd('ECONNREFUSED');
      await vi.advanceTimersByTimeAsync(disconnections.at(-1)?.retryMs ?? 0);
    }
    expect(disconnections.map(({ retryMs }) => retryMs)).toEqual([1000, 2000, 4000, 8000, 16_000, 30_000, 30_000]);
    expect(connections).toHaveLength(8);

    accept();
    latest().handlers.onEnd('ended');
    expect(disconnections.at(-1)?.retryMs).toBe(1000);
  });

  it.each([
    [0, 800],
    [1, 1200],
  ])('varies the delay by 20 %% (%d)', async (random, retryMs) => {
    const { latest, disconnections } = await aStartedFeed({ random });

    latest().handlers.onEnd('ended');

    expect(disconnections[0]?.retryMs).toBe(retryMs);
  });

  it('resumes after the last position, which may have arrived without an event', async () => {
    const { connections, events, latest, accept } = await aStartedFeed();
    expect(latest().request.headers).toEqual({ Authorization: 'k1', Accept: 'text/event-stream' });
    accept();
    latest().handlers.onText('id: 2-1-b\nevent: label.moved\ndata: {}\n\nid: 3-1-c\n\n');
    latest().handlers.onEnd('closed');
    await vi.advanceTimersByTimeAsync(1000);

    expect(events).toEqual([{ id: '2-1-b', type: 'label.moved', data: '{}' }]);
    expect(connections[1]?.request.headers['Last-Event-ID']).toBe('3-1-c');
    connections[1]?.handlers.onEnd('closed');
    await vi.advanceTimersByTimeAsync(2000);
    expect(connections[2]?.request.headers['Last-Event-ID']).toBe('3-1-c');
  });

  it('waits as long as the service asks for when there are too many streams', async () => {
    const { connections, disconnections, latest } = await aStartedFeed();

    latest().handlers.onResponse(429, { 'retry-after': '7' });
    await vi.advanceTimersByTimeAsync(6999);
    expect(connections).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1);

    expect(connections).toHaveLength(2);
    latest().handlers.onResponse(429, {});
    expect(disconnections).toMatchObject([
      { kind: 'too-many-streams', retryMs: 7000 },
      { kind: 'too-many-streams', retryMs: 30_000 },
    ]);
  });

  it('gives up if the service has no stream', async () => {
    const { connections, disconnections, latest } = await aStartedFeed();

    latest().handlers.onResponse(404, {});
    await vi.advanceTimersByTimeAsync(10_000_000);

    expect(connections).toHaveLength(1);
    expect(disconnections).toMatchObject([{ kind: 'unsupported', retryMs: undefined }]);
  });

  it('uses another key immediately, and the same one after 30 s or as soon as a request succeeds', async () => {
    const { connections, disconnections, rejected, latest, feed } = await aStartedFeed({ keys: ['k1', 'k2'] });

    latest().handlers.onResponse(401, {});
    await vi.advanceTimersByTimeAsync(0);
    expect(connections.map(({ request }) => request.headers['Authorization'])).toEqual(['k1', 'k2']);
    expect(disconnections).toEqual([]);
    latest().handlers.onResponse(401, {});
    await vi.advanceTimersByTimeAsync(29_999);
    expect([connections.length, disconnections[0]?.kind]).toEqual([2, 'unauthorized']);
    expect(rejected).toEqual(['k1', 'k2']);
    await vi.advanceTimersByTimeAsync(1);
    expect(connections).toHaveLength(3);
    latest().handlers.onResponse(401, {});
    await vi.advanceTimersByTimeAsync(0);
    feed.retryNow();
    await vi.advanceTimersByTimeAsync(0);

    expect(connections).toHaveLength(4);
    feed.retryNow();
    await vi.advanceTimersByTimeAsync(0);
    expect(connections).toHaveLength(4);
  });

  it.each([
    [500, {}, 'interrupted'],
    [302, {}, 'interrupted'],
    [200, { 'content-type': 'text/html' }, 'interrupted'],
    [400, {}, 'rejected'],
  ])('closes and later repeats a request with the response %d %o', async (status, headers, kind) => {
    const { connections, disconnections, latest } = await aStartedFeed();

    latest().handlers.onResponse(status, headers);
    await vi.advanceTimersByTimeAsync(1000);

    expect(connections[0]?.close).toHaveBeenCalled();
    expect([connections.length, disconnections[0]?.kind]).toEqual([2, kind]);
  });

  it('does not mistake a pause for silence', async () => {
    const { feed, accept, latest, disconnections } = await aStartedFeed();
    accept();

    feed.pause();
    await vi.advanceTimersByTimeAsync(10 * SILENCE_MS_MAX);
    feed.resume();
    expect([latest().pause, latest().resume].map((call) => vi.mocked(call).mock.calls.length)).toEqual([1, 1]);
    expect(disconnections).toEqual([]);
    await vi.advanceTimersByTimeAsync(2 * SILENCE_MS_MAX);

    expect(disconnections).toHaveLength(1);
  });

  it('does nothing after close', async () => {
    const { feed, connections, disconnections, events, accept, latest } = await aStartedFeed();
    accept();

    feed.close();
    latest().handlers.onText('id: 2\ndata: x\n\n');
    latest().handlers.onEnd('closed');
    feed.retryNow();
    await vi.advanceTimersByTimeAsync(10_000_000);

    expect([connections.length, disconnections, events, feed.isHealthy(Date.now())]).toEqual([1, [], [], false]);
    expect(vi.getTimerCount()).toBe(0);
  });
});
