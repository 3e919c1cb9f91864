import { afterAll, beforeAll, expect, it } from 'vitest';
import { longTimeout } from '../../../support/property-runs.ts';
import type { FreshStorage } from '../../../support/storage/fresh-storage.ts';
import { times } from '../support/api.ts';
import { startTwoServices, type TwoServices } from '../support/two-services.ts';
import {
  type Author,
  type Client,
  createPromptsContext,
  expectStatus,
  type PromptsContext,
  pageIn,
} from './support/client.ts';
import { isTimeout, readNamesOfAllPages, sendFast } from './support/fast-client.ts';

const PUBLISHERS = 100;
/** More than the service brings within the time it has for a request would be too many at once. */
const IMPORTED_AT_ONCE = 250;

export interface LoadSize {
  /** How often a label moves between one read and the next. */
  readonly tries: number;
  /** How many prompts the longest list has. */
  readonly prompts: number;
}

/** What must hold under load, from two processes at once. */
export function promisesSuite(fresh: () => Promise<FreshStorage>, { tries, prompts }: LoadSize): void {
  let storage: FreshStorage;
  let services: TwoServices;
  let context: PromptsContext;

  beforeAll(async () => {
    storage = await fresh();
    services = await startTwoServices(storage.url);
    context = await createPromptsContext(services);
  });

  afterAll(async () => {
    await services.installation.dispose();
    await storage.dispose();
  });

  it(`serves a moved label on the other instance in the very next read, ${tries} times`, longTimeout, async () => {
    const { first, second } = context;
    const { id } = await first.createPrompt({ content: 'One.' });
    await first.publish(id, { content: 'Two.' });
    const known = new Map<Client, string>();
    let stale = 0;

    for (let turn = 0; turn < tries; ) {
      const [mover, reader] = turn % 4 < 2 ? [first, second] : [second, first];
      const version = (turn % 2) + 1;
      const moved = await sendFast(mover, 'PUT', `/prompts/${id}/labels/production`, { version });
      // With what this instance answered last: a 304 would be as stale as the words of another version.
      const headers = { 'If-None-Match': known.get(reader) ?? '' };
      const read = await sendFast(reader, 'GET', `/prompts/${id}?label=production`, undefined, headers);
      known.set(reader, read.etag);
      if (isTimeout(moved) || isTimeout(read)) {
        // Whether it was moved is not known: once more, and whatever is read counts as new.
        known.clear();
        continue;
      }
      turn += 1;
      if (moved.status !== 200 || read.status !== 200 || read.etag !== moved.etag) stale += 1;
    }

    expect(stale).toBe(0);
    expect(pageIn(await first.get(`/prompts/${id}/labels/production/history?limit=200`)).data[0]).toMatchObject({
      version: 2,
      previous: 1,
    });
  });

  it(`serves a new version on the other instance in the very next read`, longTimeout, async () => {
    const { first, second } = context;
    const { id } = await first.createPrompt({ content: 'One.' });

    for (let turn = 0, words = 0; turn < tries / 10; words += 1) {
      const [author, reader] = turn % 2 ? [first, second] : [second, first];
      const published = await sendFast(author, 'POST', `/prompts/${id}/versions`, { content: `Version ${words}.` });
      const read = await sendFast(reader, 'GET', `/prompts/${id}`);
      if (isTimeout(published) || isTimeout(read)) continue;
      turn += 1;
      expect([published.status, read.status, read.etag]).toEqual([201, 200, published.etag]);
    }
  });

  it.each([
    ['POST', 201, (id: string) => `/prompts/${id}/versions`],
    ['PUT', 200, (id: string) => `/prompts/${id}`],
  ])(
    `gives ${PUBLISHERS} simultaneous publishers with %s consecutive versions`,
    longTimeout,
    async (method, status, path) => {
      const { first, second } = context;
      const { id } = await first.createPrompt({ content: 'First.' });

      const responses = await Promise.all(
        times(PUBLISHERS, async (index) => {
          const words = { content: `Words of ${index}.`, message: `${index}` };
          return { ...(await sendFast(index % 2 ? first : second, method, path(id), words)), words };
        }),
      );

      const published = responses.filter((response) => !isTimeout(response));
      expect(new Set(published.map((response) => response.status))).toEqual(new Set([status]));
      const versions = await pageByPage(second, `/prompts/${id}/versions?limit=40`);
      const count = versions.length;
      // Whoever was told of an outage may have published all the same.
      expect(count).toBeGreaterThanOrEqual(1 + published.length);
      expect(count).toBeLessThanOrEqual(1 + PUBLISHERS);
      expect(versions.map(({ version }) => version)).toEqual(times(count, (index) => count - index));
      expect(new Set(versions.map(({ message }) => message)).size).toBe(count);
      for (const { body, words } of published) {
        expect(body).toMatchObject({ data: words });
        const { version } = (body as { data: { version: number } }).data;
        expect(versions[count - version]).toMatchObject({ message: words.message });
      }
    },
  );

  it(`lists each of ${prompts} prompts exactly once while others are added and renamed`, longTimeout, async () => {
    const author = await context.newAuthor();
    const names = times(prompts, (index) => `p-${String(index).padStart(6, '0')}`);
    await bring(author, names);

    const lists = ['/prompts?limit=200', '/prompts?limit=200&sort=updatedAt&order=asc'];
    const restless = new Restless(author.second);
    const listed = await Promise.all(lists.map((list) => readNamesOfAllPages([author.first, author.second], list)));
    expect(await restless.stop()).toBeGreaterThan(0);

    for (const found of listed) {
      const staying = new Set(names);
      expect(found.filter((name) => staying.has(name)).toSorted()).toEqual(names);
    }
  });
}

/** Everything in a list, whatever its pages are. */
async function pageByPage(client: Client, path: string): Promise<readonly Record<string, unknown>[]> {
  const found: Record<string, unknown>[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const { data, nextCursor } = pageIn(await client.get(path + cursor));
    found.push(...data);
    cursor = nextCursor && `&cursor=${nextCursor}`;
  }
  return found;
}

/** Many prompts in few requests: copies of one, under these names. */
async function bring({ first, second }: Author, names: readonly string[]): Promise<void> {
  const { id } = await first.createPrompt({ name: 'pattern' });
  const { data } = expectStatus(200, await first.get('/export')).body as { data: { prompts: [object] } };
  expectStatus(204, await first.delete(`/prompts/${id}`));
  for (let start = 0; start < names.length; start += IMPORTED_AT_ONCE) {
    const prompts = names.slice(start, start + IMPORTED_AT_ONCE).map((name) => ({ ...data.prompts[0], name }));
    const response = await sendFast(start % 2 ? first : second, 'POST', '/import', { data: { ...data, prompts } });
    expect(response.status).toBe(200);
  }
}

/** Somebody who adds a prompt and renames it to and fro, all over the list, until told to stop. */
class Restless {
  private stopped = false;
  private readonly done: Promise<number>;

  constructor(client: Client) {
    this.done = this.work(client);
  }

  async stop(): Promise<number> {
    this.stopped = true;
    return this.done;
  }

  private async work(client: Client): Promise<number> {
    let turns = 0;
    for (; !this.stopped; turns += 1) {
      const place = String((turns * 7919) % 1_000_000).padStart(6, '0');
      const { body } = await sendFast(client, 'POST', '/prompts', { name: `p-${place}-new`, content: 'x' });
      const { data } = body as { data: { id: string } };
      await sendFast(client, 'PATCH', `/prompts/${data.id}`, { name: `a-${place}-first` });
      await sendFast(client, 'PATCH', `/prompts/${data.id}`, { name: `z-${place}-last` });
    }
    return turns;
  }
}
