import { beforeAll, describe, expect, it } from 'vitest';
import {
  type Author,
  type Client,
  createPromptsContext,
  expectStatus,
  type PromptsContext,
  pageIn,
} from '../../adapters/http/prompts/support/client.ts';
import { times } from '../../adapters/http/support/api.ts';
import { twoServices } from '../../adapters/http/support/two-services.ts';
import { proofSize } from '../../support/proof-size.ts';
import { longTimeout } from '../../support/property-runs.ts';
import { realStorages } from '../../support/storage/fresh-storage.ts';
import { isTimeout, readNamesOfAllPages, sendFast } from './fast-client.ts';

/** As many as the service can import before the request times out. */
const IMPORT_BATCH = 250;

/** How often a label is moved and read, and the number of prompts in the list: the longest is on the fastest storage. */
const { tries, longest, others } = proofSize({
  usual: { tries: 300, longest: 2000, others: 500 },
  full: { tries: 1000, longest: 10_000, others: 1000 },
});

/** Guarantees that hold under load from two processes. Those of concurrent publishers are in faults/contention. */
describe.each(realStorages)('under full load, two services on $name', ({ name, fresh }) => {
  const prompts = name === 'sqlite' ? longest : others;
  const services = twoServices(fresh);
  let context: PromptsContext;

  beforeAll(async () => {
    context = await createPromptsContext(services());
  });

  it(`serves a moved label on the other instance in the very next read, ${tries} times`, longTimeout, async () => {
    const { first, second } = context;
    const { id } = await first.createPrompt({ content: 'One.' });
    await first.publish(id, { content: 'Two.' });
    const known = new Map<Client, string>();
    let stale = 0;

    for (let round = 0; round < tries; ) {
      const [mover, reader] = round % 4 < 2 ? [first, second] : [second, first];
      const version = (round % 2) + 1;
      const moved = await sendFast(mover, 'PUT', `/prompts/${id}/labels/production`, { version });
      // Sends the last ETag of this instance: a 304 would be as stale as the content of another version.
      const headers = { 'If-None-Match': known.get(reader) ?? '' };
      const read = await sendFast(reader, 'GET', `/prompts/${id}?label=production`, undefined, headers);
      known.set(reader, read.etag);
      if (isTimeout(moved) || isTimeout(read)) {
        // It is unknown whether the label was moved: try again, without the known ETags.
        known.clear();
        continue;
      }
      round += 1;
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

    for (let round = 0, content = 0; round < tries / 10; content += 1) {
      const [author, reader] = round % 2 ? [first, second] : [second, first];
      const published = await sendFast(author, 'POST', `/prompts/${id}/versions`, { content: `Version ${content}.` });
      const read = await sendFast(reader, 'GET', `/prompts/${id}`);
      if (isTimeout(published) || isTimeout(read)) continue;
      round += 1;
      expect([published.status, read.status, read.etag]).toEqual([201, 200, published.etag]);
    }
  });

  it(`lists each of ${prompts} prompts exactly once while others are added and renamed`, longTimeout, async () => {
    const author = await context.newAuthor();
    const names = times(prompts, (index) => `p-${String(index).padStart(6, '0')}`);
    await importCopies(author, names);

    const lists = ['/prompts?limit=200', '/prompts?limit=200&sort=updatedAt&order=asc'];
    const renamer = new ContinuousRenamer(author.second);
    const listed = await Promise.all(lists.map((list) => readNamesOfAllPages([author.first, author.second], list)));
    expect(await renamer.stop()).toBeGreaterThan(0);

    for (const found of listed) {
      const staying = new Set(names);
      expect(found.filter((name) => staying.has(name)).toSorted()).toEqual(names);
    }
  });
});

/** Imports many copies of one prompt under these names, in few requests. */
async function importCopies({ first, second }: Author, names: readonly string[]): Promise<void> {
  const { id } = await first.createPrompt({ name: 'pattern' });
  const { data } = expectStatus(200, await first.get('/export')).body as { data: { prompts: [object] } };
  expectStatus(204, await first.delete(`/prompts/${id}`));
  for (let start = 0; start < names.length; start += IMPORT_BATCH) {
    const prompts = names.slice(start, start + IMPORT_BATCH).map((name) => ({ ...data.prompts[0], name }));
    const response = await sendFast(start % 2 ? first : second, 'POST', '/import', { data: { ...data, prompts } });
    expect(response.status).toBe(200);
  }
}

/** Adds prompts and renames them across the whole list until it is stopped. */
class ContinuousRenamer {
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
    let rounds = 0;
    for (; !this.stopped; rounds += 1) {
      const position = String((rounds * 7919) % 1_000_000).padStart(6, '0');
      const { body } = await sendFast(client, 'POST', '/prompts', { name: `p-${position}-new`, content: 'x' });
      const { data } = body as { data: { id: string } };
      await sendFast(client, 'PATCH', `/prompts/${data.id}`, { name: `a-${position}-first` });
      await sendFast(client, 'PATCH', `/prompts/${data.id}`, { name: `z-${position}-last` });
    }
    return rounds;
  }
}
