import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { Announcer } from '../../../../src/adapters/inbound/mcp/bridge/announcer.ts';
import { ChangeFollower } from '../../../../src/adapters/inbound/mcp/bridge/change-follower.ts';
import { ServiceClient } from '../../../../src/adapters/inbound/mcp/bridge/service-client.ts';
import { waitUntil } from '../../../support/servers/wait-until.ts';
import { anUnknownKey } from '../../http/support/api.ts';

interface Sent {
  readonly path: string;
  readonly headers: Headers;
  readonly signal: AbortSignal | null | undefined;
}

type Respond = (request: Sent) => Response | Promise<Response>;

/** Follows a service that responds as a test wants, without pausing. */
function follow(respond: Respond) {
  const sent: Sent[] = [];
  const pauses: number[] = [];
  const reports: string[] = [];
  const seen = { announced: 0 };
  let stored = anUnknownKey();
  const fetch = async (url: string, init: RequestInit): Promise<Response> => {
    const request = { path: new URL(url).pathname, headers: new Headers(init.headers), signal: init.signal };
    sent.push(request);
    return respond(request);
  };
  const service = new ServiceClient({ url: 'http://service', readKey: async () => stored, clientName: 'c', fetch });
  const follower = new ChangeFollower(
    service,
    {
      announce: () => {
        seen.announced += 1;
      },
      report: (text) => void reports.push(text),
    },
    async (ms, signal) => {
      pauses.push(ms);
      await new Promise((resolve) => setImmediate(resolve));
      signal.throwIfAborted();
    },
  );
  const running = follower.run();
  onTestFinished(async () => {
    follower.stop();
    await running;
  });
  const replaceKey = (text: string) => {
    stored = text;
  };
  return { follower, service, sent, pauses, reports, seen, replaceKey };
}

const HELLO = 'retry: 3000\nid: 1-0-00000000\nevent: hello\ndata: {}\n\n';
const MOVED = 'id: 2-1-aaaaaaaa\nevent: label.moved\ndata: {}\n\n';

/** A stream that stays open until it is aborted. */
function events(text: string, { signal }: Sent, isEnded = false): Response {
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => {
      controller.enqueue(new TextEncoder().encode(text));
      if (isEnded) controller.close();
      else signal?.addEventListener('abort', () => controller.error(signal.reason));
    },
  });
  return new Response(body, { headers: { 'content-type': 'text/event-stream; charset=utf-8' } });
}

const list = (etag: string): Response => new Response('{"data":[]}', { headers: { etag } });
const until = (condition: () => boolean, what: string) => waitUntil(condition, { what, timeoutMs: 60_000 });

describe('ChangeFollower', () => {
  it('is ready once events arrive, and announces nothing before a change', async () => {
    const { follower, seen, sent } = follow((request) => events(HELLO, request));

    await follower.ready;

    expect(seen.announced).toBe(0);
    expect(sent.map(({ path }) => path)).toEqual(['/api/events']);
  });

  it('announces several events of one moment once', async () => {
    const { seen } = follow((request) => events(HELLO + MOVED + MOVED + MOVED, request));

    await until(() => seen.announced > 0, 'the change is announced');

    expect(seen.announced).toBe(1);
  });

  it('announces a reset, but no change of protected labels', async () => {
    const quiet = follow((request) => events(`${HELLO}id: 2-1-a\nevent: protection.changed\ndata: {}\n\n`, request));
    const { seen } = follow((request) => events(`${HELLO}id: 2-1-a\nevent: reset\ndata: {}\n\n`, request));

    await until(() => seen.announced === 1, 'the reset is announced');

    expect(quiet.seen.announced).toBe(0);
  });

  it('continues after the last event', async () => {
    const { sent, seen } = follow((request) =>
      request.headers.has('last-event-id') ? events(HELLO, request) : events(HELLO + MOVED, request, true),
    );

    await until(() => sent.length === 2, 'it connects again');
    await until(() => seen.announced === 1, 'the change is announced');

    expect(sent[1]?.headers.get('last-event-id')).toBe('2-1-aaaaaaaa');
  });

  it.each([
    ['has no events', () => new Response('{}', { status: 404 })],
    ['has too many streams', () => new Response('{}', { status: 429 })],
    ['is behind a proxy that ends them', (request: Sent) => events('', request, true)],
    ['sends something else', () => new Response('<html>')],
  ])('polls a service that %s', async (_what, respondWithEvents) => {
    let etag = '"1"';
    const { follower, seen, sent, pauses } = follow((request) => {
      const { path, headers } = request;
      if (path === '/api/events') return respondWithEvents(request);
      return headers.get('if-none-match') === etag ? new Response(null, { status: 304 }) : list(etag);
    });
    await follower.ready;
    await until(() => sent.length > 3, 'it polls');
    expect(seen.announced).toBe(0);

    etag = '"2"';
    await until(() => seen.announced > 0, 'the change is announced');

    expect(pauses).toContain(5000);
    expect(seen.announced).toBe(1);
  });

  it('announces what may have changed while it polled no longer', async () => {
    let hasEvents = false;
    const { follower, seen } = follow((request) => {
      const { path, headers } = request;
      if (path !== '/api/events')
        return headers.has('if-none-match') ? new Response(null, { status: 304 }) : list('"1"');
      return hasEvents ? events(HELLO, request) : new Response('{}', { status: 404 });
    });
    await follower.ready;

    hasEvents = true;

    await until(() => seen.announced === 1, 'it announces a change');
  });

  it('tries again when the service is away, and reports that once', async () => {
    let isAway = true;
    const { sent, reports, seen, pauses } = follow((request) => {
      if (isAway) throw new TypeError('fetch failed', { cause: new Error('no route') });
      return events(HELLO, request);
    });
    await until(() => sent.length > 3, 'it tries again');

    isAway = false;

    await until(() => reports.length === 2, 'the service is back');
    expect(reports).toEqual(['http://service cannot be reached: no route.', 'http://service responds again.']);
    expect(new Set(pauses)).toEqual(new Set([1000]));
    expect(seen.announced).toBe(0);
  });

  it('looks for another key instead of calling a service that refuses the one it has', async () => {
    const other = anUnknownKey();
    const { follower, sent, pauses, replaceKey } = follow((request) =>
      request.headers.get('authorization') === `Bearer ${other}`
        ? events(HELLO, request)
        : new Response('{}', { status: 401 }),
    );
    await follower.ready;
    await until(() => pauses.length > 5, 'it waits for another key');
    expect(sent.length).toBeLessThanOrEqual(1 + pauses.length / 30);

    replaceKey(other);

    const isUsed = () => sent.some(({ headers }) => headers.get('authorization') === `Bearer ${other}`);
    await until(isUsed, 'it uses the other key');
  });

  it('tries again when the connection breaks before the first event', async () => {
    let attempts = 0;
    const { reports } = follow((request) => {
      attempts += 1;
      if (attempts > 1) return events(HELLO, request);
      const body = new ReadableStream({ start: (controller) => controller.error(new TypeError('terminated')) });
      return new Response(body, { headers: { 'content-type': 'text/event-stream' } });
    });

    await until(() => reports.length === 2, 'the service is back');

    expect(reports[0]).toContain('terminated');
  });
});

describe('ChangeFollower, over a connection that is gone or withheld', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  });

  afterEach(() => {
    vi.useRealTimers();
  });

  it('connects again after 45 seconds without anything, not even a comment', async () => {
    const { follower, sent } = follow((request) => events(HELLO, request));
    await follower.ready;

    await vi.advanceTimersByTimeAsync(44_000);
    expect(sent).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(2000);
    await until(() => sent.length === 2, 'it connects again');

    expect(sent[1]?.headers.get('last-event-id')).toBe('1-0-00000000');
  });

  it('polls if the first event does not arrive within 10 seconds', async () => {
    const { sent } = follow((request) => (request.path === '/api/events' ? events('', request) : list('"1"')));
    await until(() => sent.length === 1, 'it connects');

    await vi.advanceTimersByTimeAsync(11_000);

    await until(() => sent.some(({ path }) => path === '/api/prompts'), 'it polls');
  });
});

describe('Announcer', () => {
  it('announces changes within 250 ms once, and later ones again', () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    let announced = 0;
    const announcer = new Announcer(() => {
      announced += 1;
    });

    for (let change = 0; change < 20; change += 1) {
      announcer.change();
      vi.advanceTimersByTime(12);
    }
    vi.advanceTimersByTime(10);
    expect(announced).toBe(1);

    announcer.change();
    vi.advanceTimersByTime(10_000);
    expect(announced).toBe(2);
  });
});
