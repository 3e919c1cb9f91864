import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { OpenStreams } from '../../../../src/adapters/inbound/http/streams/open-streams.ts';
import { StorageUnavailable } from '../../../../src/application/ports/storage/storage-unavailable.ts';
import { promptsStateOf, UNKNOWN_WRITE } from '../../../../src/domain/prompts/write-id.ts';
import { aChange, aLabelMove, ChangeList } from '../../../support/builders/some-changes.ts';
import { ADA } from '../../../support/in-memory/an-application.ts';
import { EventReader } from '../../../support/service/event-reader.ts';
import { signInClient } from '../../dashboard/support/dashboard-client.ts';
import { changesIn } from '../changes/changes-page.ts';
import { type Client, rejectionIn } from '../prompts/support/client.ts';
import { RawConnection, requestHead } from '../requests/raw-connection.ts';
import { times } from '../support/api.ts';
import { startStandaloneApp } from '../support/standalone-app.ts';

type App = Awaited<ReturnType<typeof startStandaloneApp>>;

let app: App;
let ada: Client;
let readers: EventReader[];

async function start(streams = new OpenStreams()): Promise<void> {
  app = await startStandaloneApp({ streams });
  ({ ada } = app);
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

async function open(path = '/api/events', headers: Readonly<Record<string, string>> = {}): Promise<EventReader> {
  const reader = await EventReader.withKey(app.api.url, app.token, path, headers);
  readers.push(reader);
  return reader;
}

const resume = (id: string, path?: string): Promise<EventReader> => open(path, { 'Last-Event-ID': id });

async function openInBrowser(cookie: string | undefined): Promise<EventReader> {
  const reader = await EventReader.open(app.api.url, '/dashboard/api/events', { headers: { Cookie: cookie ?? '' } });
  readers.push(reader);
  return reader;
}

async function tick(): Promise<void> {
  app.changeWatch.tick();
  await app.changeWatch.idle();
}

/** The feed as `GET /api/changes` shows it, oldest first. */
const feed = async () => changesIn(await ada.get('/changes?after=0&limit=200'));

const newestId = async () => (await feed()).position;

const idsOf = (reader: EventReader) => reader.changes.map(({ id }) => id);

const createPrompts = (count: number) => Promise.all(times(count, (index) => ada.createPrompt({ name: `p${index}` })));

describe('GET /api/events', () => {
  it('begins with hello at the newest change, and has the headers of a stream', async () => {
    await ada.createPrompt({ name: 'first' });
    const at = await newestId();

    const stream = await open('/api/events', { 'Accept-Encoding': 'gzip, br' });
    const [hello] = await stream.waitFor(1);

    expect(stream.status).toBe(200);
    expect(stream.response.headers).toMatchObject({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
    });
    expect(stream.response.headers).not.toHaveProperty('content-encoding');
    expect(stream.response.headers).not.toHaveProperty('content-length');
    expect(stream.retryMs).toBe(3000);
    expect(hello).toEqual({ id: at, event: 'hello', data: JSON.stringify({ at }) });
  });

  it('sends each change that matches on one line, as in the feed', async () => {
    const stream = await open('/api/events?prompt=support%2F*');
    await stream.waitFor(1);
    await ada.createPrompt({ name: 'other' });
    await ada.createPrompt({ name: 'support/reply', labels: ['production'] });
    await tick();
    await stream.waitFor(3);

    const { data } = changesIn(await ada.get('/changes?after=0&prompt=support%2F*'));
    expect(stream.changes.map(({ id, event }) => [id, event])).toEqual(data.map(({ id, type }) => [id, type]));
    expect(stream.changes.map(({ data: line = '' }) => JSON.parse(line))).toEqual(data);
  });

  it.each(['?after=1', '?after=x-1-00000000', '?type=none', '?limit=10', '?cursor=1-1-00000000', '?after=0&after=0'])(
    'is 400 for %s',
    async (query) => {
      const rejected = await ada.get(`/events${query}`);

      expect(rejectionIn(rejected)).toBe('400 bad_query');
      expect(rejected.headers.get('X-Accel-Buffering')).toBeNull();
      expect(app.streams.count).toBe(0);
    },
  );

  it.each(['', '?after=0'])('is 503 during an outage, and takes no place: %s', async (query) => {
    const outage = new StorageUnavailable('storage', new Error('x'));
    vi.spyOn(app.prompts.changes, 'latest').mockRejectedValue(outage);
    vi.spyOn(app.prompts.changes, 'after').mockRejectedValue(outage);

    const rejected = await ada.get(`/events${query}`);

    expect(rejectionIn(rejected)).toBe('503 storage_unavailable');
    expect(app.streams.count).toBe(0);
  });

  it('is 401 when the key is reset while the stream is opened', async () => {
    const { latest } = app.prompts.changes;
    vi.spyOn(app.prompts.changes, 'latest').mockImplementation(async (...page) => {
      const found = await latest.apply(app.prompts.changes, page);
      await app.rotateKeyOfAccount.execute(app.account.email);
      return found;
    });

    expect((await ada.get('/events')).status).toBe(401);
    expect(app.streams.count).toBe(0);
  });

  it('opens no stream for a client that has left in the meantime', async () => {
    const asked = Promise.withResolvers<void>();
    const response = Promise.withResolvers<never>();
    vi.spyOn(app.prompts.changes, 'latest').mockImplementation(() => {
      asked.resolve();
      return response.promise;
    });
    const aborting = new AbortController();
    const sent = fetch(`${app.api.url}/api/events`, {
      headers: { Authorization: `Bearer ${app.token}` },
      signal: aborting.signal,
    });
    await asked.promise;
    expect(app.streams.count).toBe(1);
    aborting.abort();
    await expect(sent).rejects.toThrow();
    await expect.poll(() => app.connections()).toBe(0);
    response.resolve({ changes: [], revision: 0 } as never);

    await expect.poll(() => app.streams.count).toBe(0);
  });

  it('has the same headers for HEAD, without a stream', async () => {
    const stream = await open();
    const head = await EventReader.open(app.api.url, '/api/events', {
      method: 'HEAD',
      headers: { Authorization: `Bearer ${app.token}` },
    });
    head.resume();
    await head.waitForEnd();

    const ignored = ['date', 'x-request-id', 'connection', 'keep-alive', 'transfer-encoding'];
    const comparable = ({ response }: EventReader) =>
      Object.fromEntries(Object.entries(response.headers).filter(([name]) => !ignored.includes(name)));
    expect(comparable(head)).toEqual(comparable(stream));
    expect(head.status).toBe(200);
    expect(app.streams.count).toBe(1);
  });
});

describe('resuming', () => {
  it('continues after Last-Event-ID, which wins over the parameter', async () => {
    await createPrompts(5);
    const { data, position } = await feed();
    const [, second] = data;

    const stream = await resume(second?.id ?? '', `/api/events?after=${position}`);
    await stream.waitFor(4);

    expect(stream.events[0]).toMatchObject({ event: 'hello', id: second?.id });
    expect(idsOf(stream)).toEqual(data.slice(2).map(({ id }) => id));
  });

  it('continues after the parameter', async () => {
    await createPrompts(3);
    const { data } = await feed();

    const stream = await open(`/api/events?after=${data[0]?.id}`);
    await stream.waitFor(3);

    expect(idsOf(stream)).toEqual(data.slice(1).map(({ id }) => id));
  });

  it.each([
    ['malformed', 'nonsense'],
    ['unknown', '99-1-00000000'],
    ['of another check', '1-1-00000000'],
  ])('gets a reset when Last-Event-ID is %s, and continues with the newest change', async (_kind, id) => {
    await createPrompts(2);
    const newest = await newestId();

    const stream = await resume(id);
    await stream.waitFor(2);
    await ada.createPrompt();
    await tick();
    await stream.waitFor(3);

    expect(stream.events.slice(0, 2)).toEqual([
      { id: newest, event: 'hello', data: JSON.stringify({ at: newest }) },
      { id: newest, event: 'reset', data: '{"reason":"gone"}' },
    ]);
    expect(stream.changes).toHaveLength(1);
  });
});

describe('a client that does not read', () => {
  /** Makes the account change, with an event that is larger than real ones: the buffers of the system have to be filled. */
  function changeLargely(count: number): void {
    const message = 'x'.repeat(50_000);
    const { revision } = feedOfAda;
    for (let index = 1; index <= count; index += 1) {
      feedOfAda.changes.push(aChange(revision + index, 1, aLabelMove({ message })));
    }
    feedOfAda.revision = revision + count;
  }

  let feedOfAda: ChangeList;

  beforeEach(() => {
    feedOfAda = new ChangeList([aChange(1)]);
    const { id } = app.account;
    vi.spyOn(app.prompts.changes, 'after').mockImplementation((...page) => feedOfAda.after(...page));
    vi.spyOn(app.prompts.changes, 'latest').mockImplementation((...page) => feedOfAda.latest(...page));
    vi.spyOn(app.storage, 'findWithRevision').mockImplementation(async () => ({
      id,
      promptsRevision: feedOfAda.revision,
      promptsState: promptsStateOf(feedOfAda.revision, UNKNOWN_WRITE),
    }));
  });

  it('is disconnected with more than 256 KiB of unsent changes', async () => {
    const stream = await open();
    await stream.waitFor(1);
    await tick();
    stream.pause();

    let changes = 0;
    while (app.streams.count > 0) {
      changeLargely(1);
      changes += 1;
      await tick();
      // The system may take more.
      await new Promise(setImmediate);
    }

    stream.resume();
    await stream.waitForEnd();
    expect(changes).toBeGreaterThan(5);
    expect(stream.isComplete).toBe(false);
    expect(stream.changes.length).toBeLessThan(changes);
  });

  it('gets no further page of what it has missed, and continues when it reads again', async () => {
    changeLargely(1000);
    const after = vi.spyOn(app.prompts.changes, 'after');
    const stream = await open('/api/events?after=0');
    stream.pause();
    // The buffers of the system take the first pages.
    for (let count = 0; count < 50; count += 1) {
      await tick();
      await new Promise(setImmediate);
    }
    expect(after.mock.calls.length).toBeLessThan(10);
    expect(app.streams.count).toBe(1);

    stream.resume();
    await stream.waitFor(1002);

    expect(stream.changes).toHaveLength(1001);
  });
});

describe('an open stream', () => {
  it('outlives the deadlines of requests, gets a comment every 15 seconds, and ends after an hour', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] });
    await start();
    const stream = await open();
    await stream.waitFor(1);

    vi.advanceTimersByTime(15_000);
    await stream.waitForComments(1);
    vi.advanceTimersByTime(14_000);
    vi.advanceTimersByTime(1500);
    await stream.waitForComments(2);
    expect(stream.comments).toBe(2);
    // In steps that the client can follow.
    for (let seconds = 30; seconds < 3585; seconds += 15) {
      vi.advanceTimersByTime(15_000);
      await stream.waitForComments(seconds / 15 + 1);
    }
    expect(app.streams.count).toBe(1);
    vi.advanceTimersByTime(16_000);
    await stream.waitForEnd();

    expect(stream.isComplete).toBe(true);
    expect(stream.comments).toBe(239);
    await expect.poll(() => app.streams.count).toBe(0);
  });

  it('is counted as one call when it begins, and is not in flight', async () => {
    const stream = await open();
    await stream.waitFor(1);

    expect(app.tallyCalls.size).toBe(1);
    const [tally] = app.tallyCalls.take(() => false);
    expect(tally?.calls).toMatchObject([{ route: 'GET /api/events', statusClass: '2xx', count: 1 }]);
    stream.close();
    await expect.poll(() => app.streams.count).toBe(0);
    expect(app.tallyCalls.size).toBe(0);
  });

  it('does not take a place among the requests of its account', async () => {
    // More than an account may have in flight.
    const streams = await Promise.all(times(40, () => open()));
    await Promise.all(streams.map((stream) => stream.waitFor(1)));

    expect((await ada.get('/tags')).status).toBe(200);
  });

  it.each(['together with it', 'later'])('is closed by another request on its connection, sent %s', async (when) => {
    const connection = await RawConnection.open(app.api.url);
    const head = (path: string) => requestHead(`GET ${path} HTTP/1.1`, `Authorization: Bearer ${app.token}`);
    if (when === 'later') {
      await connection.send(head('/api/events'));
      await expect.poll(() => app.streams.count).toBe(1);
      await connection.send(head('/api/tags'));
    } else {
      await connection.send(head('/api/events') + head('/api/tags'));
    }

    const received = await connection.readRemainder().catch(() => '');

    expect(received.split('HTTP/1.1 ').length).toBeLessThanOrEqual(2);
    await expect.poll(() => app.streams.count).toBe(0);
  });

  it('is closed by input that is not HTTP, without a second response in the stream', async () => {
    const stream = await open();
    await stream.waitFor(1);
    stream.response.socket.write('nonsense\r\n\r\n');

    await stream.waitForEnd();

    expect(stream.events).toHaveLength(1);
    expect(stream.isComplete).toBe(false);
  });
});

describe('the number of streams', () => {
  it('is limited per account, and leaves a share to the dashboard, which a key cannot take', async () => {
    const streams = await Promise.all(times(90, () => open()));
    const refused = await ada.get('/events');
    const { cookie } = await signInClient(app.api.url, ADA);
    const ofDashboard = await Promise.all(times(10, () => openInBrowser(cookie)));
    const other = await EventReader.withKey(app.api.url, (await app.api.openAccount()).token);
    readers.push(other);

    expect([rejectionIn(refused), refused.headers.get('Retry-After')]).toEqual(['429 too_many_streams', '30']);
    expect(ofDashboard.map(({ status }) => status)).toEqual(times(10, () => 200));
    expect((await openInBrowser(cookie)).status).toBe(429);
    expect(other.status).toBe(200);
    expect((await ada.call('HEAD', '/events')).status).toBe(200);
    streams[0]?.close();
    await expect.poll(async () => app.streams.count).toBe(100);
    expect((await open()).status).toBe(200);
  });

  it('is limited per process', async () => {
    await start(
      new OpenStreams({
        streamsMax: 1,
        streamsPerAccountMax: 100,
        streamsPerKeyMax: 90,
        keepAliveMs: 15_000,
        lifeMs: 3_600_000,
      }),
    );
    const other = await app.api.openAccount();
    await open();

    const refused = await app.api.get('/api/events', { key: other.token });

    expect(rejectionIn(refused)).toBe('429 too_many_streams');
  });
});

describe('GET /dashboard/api/events', () => {
  it('streams changes to a signed-in browser', async () => {
    const browser = await signInClient(app.api.url, ADA);
    const stream = await openInBrowser(browser.cookie);
    await stream.waitFor(1);
    expect(stream.response.headers).toMatchObject({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
    });

    await browser.call('POST', 'prompts', { json: { name: 'mine', content: 'x' } });
    await tick();
    await stream.waitFor(2);

    expect(JSON.parse(stream.changes[0]?.data ?? '')).toMatchObject({ data: { name: 'mine', by: 'dashboard' } });
  });

  it('is 401 without a session, and for a key', async () => {
    const anonymous = await openInBrowser(undefined);
    expect(anonymous.status).toBe(401);
    expect((await open('/dashboard/api/events')).status).toBe(401);
  });

  it('ends when the session ends, and no other stream does', async () => {
    const [browser, other] = [await signInClient(app.api.url, ADA), await signInClient(app.api.url, ADA)];
    const [ending, staying] = [await openInBrowser(browser.cookie), await openInBrowser(other.cookie)];
    const withKey = await open();
    await Promise.all([ending, staying, withKey].map((stream) => stream.waitFor(1)));

    await browser.call('DELETE', 'session');
    await ada.createPrompt();
    await tick();
    await Promise.all([ending.waitForEnd(), staying.waitFor(2), withKey.waitFor(2)]);

    expect(ending.changes).toEqual([]);
  });

  it('is not counted in the statistics of the key', async () => {
    const browser = await signInClient(app.api.url, ADA);
    const stream = await openInBrowser(browser.cookie);
    await stream.waitFor(1);

    expect(app.tallyCalls.size).toBe(0);
  });
});
