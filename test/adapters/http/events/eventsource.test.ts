import { EventSource } from 'eventsource';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { changeTypes } from '../../../../src/domain/changes/change.ts';
import { type ChangesPage, changesIn } from '../changes/changes-page.ts';
import type { Client } from '../prompts/support/client.ts';
import { times } from '../support/api.ts';
import { startStandaloneApp } from '../support/standalone-app.ts';

const RETRY_MS = 3000;

let app: Awaited<ReturnType<typeof startStandaloneApp>>;
let ada: Client;
let sources: EventSource[];

beforeEach(async () => {
  // The client waits for as long as the service has told it to; the test does not.
  const { setTimeout: wait } = globalThis;
  vi.spyOn(globalThis, 'setTimeout').mockImplementation(((run: () => void, ms?: number, ...rest: []) =>
    wait(run, ms === RETRY_MS ? 0 : ms, ...rest)) as typeof setTimeout);
  app = await startStandaloneApp();
  ({ ada } = app);
  sources = [];
});

afterEach(() => {
  for (const source of sources) source.close();
  vi.restoreAllMocks();
});

interface Received {
  readonly ids: string[];
  readonly types: string[];
  readonly errors: (number | undefined)[];
}

/** The package as its users configure it: only `fetch` is given, to add the key. */
function listen(path = '/api/events', key = app.token): Received & { readonly source: EventSource } {
  const source = new EventSource(new URL(path, app.api.url), {
    fetch: (url, init) => fetch(url, { ...init, headers: { ...init.headers, Authorization: `Bearer ${key}` } }),
  });
  sources.push(source);
  const received: Received = { ids: [], types: [], errors: [] };
  for (const type of ['hello', 'reset', ...changeTypes]) {
    source.addEventListener(type, ({ lastEventId }) => {
      received.types.push(type);
      if (type !== 'hello' && type !== 'reset') received.ids.push(lastEventId);
    });
  }
  source.addEventListener('error', ({ code }) => received.errors.push(code));
  return { source, ...received };
}

async function tick(): Promise<void> {
  app.changeWatch.tick();
  await app.changeWatch.idle();
}

async function feedIds(): Promise<readonly string[]> {
  const ids: string[] = [];
  for (let after: string | null = '0'; after !== null; ) {
    const page: ChangesPage = changesIn(await ada.get(`/changes?limit=200&after=${after}`));
    ids.push(...page.data.map(({ id }) => id));
    after = page.nextCursor;
  }
  return ids;
}

const createPrompts = (count: number) => Promise.all(times(count, () => ada.createPrompt()));

describe('the package eventsource', () => {
  it('resumes after the response has ended, and misses nothing', async () => {
    const { ids, types, errors } = listen();
    await expect.poll(() => types).toEqual(['hello']);

    for (let round = 1; round <= 3; round += 1) {
      await createPrompts(2);
      await tick();
      await createPrompts(2);
      app.streams.endAll();
      await createPrompts(2);
      await expect.poll(() => types.filter((type) => type === 'hello')).toHaveLength(round + 1);
    }

    await expect.poll(() => ids).toHaveLength(18);
    expect(ids).toEqual(await feedIds());
    expect(errors).toEqual([undefined, undefined, undefined]);
  });

  it('misses nothing when the connection breaks during a replay', async () => {
    await createPrompts(350);
    const { ids, source } = listen('/api/events?after=0');
    let breaks = 0;
    source.addEventListener('prompt.created', () => {
      if (ids.length % 60 !== 0 || breaks === 4) return;
      breaks += 1;
      app.server.closeAllConnections();
    });

    await expect.poll(() => ids.length).toBeGreaterThanOrEqual(350);

    expect(breaks).toBe(4);
    expect(ids).toEqual(await feedIds());
  });

  it('gives up when the key is no longer valid', async () => {
    const { types, errors, source } = listen();
    await expect.poll(() => types).toEqual(['hello']);
    await app.api.reset(app.token);

    await tick();

    await expect.poll(() => source.readyState).toBe(EventSource.CLOSED);
    expect(errors).toEqual([undefined, 401]);
    expect(types).toEqual(['hello']);
  });

  it('learns that events are gone', async () => {
    await createPrompts(3);
    const { types, ids } = listen();
    await expect.poll(() => types).toEqual(['hello']);
    await createPrompts(1);
    await app.prompts.changes.deleteBefore(new Date('2030-01-01'));

    await tick();
    await expect.poll(() => types).toEqual(['hello', 'reset']);
    await createPrompts(1);
    await tick();

    await expect.poll(() => ids).toHaveLength(1);
    expect(ids).toEqual((await feedIds()).slice(-1));
  });
});
