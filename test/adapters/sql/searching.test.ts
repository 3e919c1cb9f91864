import { describe, expect, it, onTestFinished } from 'vitest';
import { parseStorageUrl } from '../../../src/adapters/composition/configuration/storage-url.ts';
import { SqlPromptSearch } from '../../../src/adapters/outbound/sql/prompts/search/sql-prompt-search.ts';
import { SignatureCandidates } from '../../../src/adapters/outbound/sql/prompts/search/sql-search-candidates.ts';
import { SqliteDatabase } from '../../../src/adapters/outbound/sql/sqlite/sqlite-database.ts';
import { aDraft, anOwner, aPrompt, mustRevise, toName } from '../../support/builders/a-prompt.ts';
import { expectPartialPages, namesFound } from '../../support/builders/search-prompts.ts';
import { openTestStorage } from '../../support/service/test-resources.ts';
import { connectTo, type StoragePorts } from '../../support/storage/backends.ts';
import { type FreshStorage, realStorages, sqlStorages } from '../../support/storage/fresh-storage.ts';
import { runSql } from '../../support/storage/run-sql.ts';

const postgres = realStorages.filter(({ name }) => name === 'postgres');
const sqlite = realStorages.filter(({ name }) => name === 'sqlite');

async function connect(url: string): Promise<StoragePorts> {
  const ports = await connectTo(url);
  onTestFinished(() => ports.close());
  return ports;
}

async function anInstallation(fresh: () => Promise<FreshStorage>) {
  const { url, ports } = await openTestStorage(fresh);
  return { url, ports, owner: await anOwner(ports) };
}

const draft = (content: string) => aDraft({ content: { type: 'text', content } });

/** Sorted by name. */
const nameOf = (index: number) => toName(`p${String(index).padStart(4, '0')}`);

/** As a storage of 0.1.0 is after its migration. */
const WITHOUT_INDEX = ['DELETE FROM prompt_search', "INSERT INTO search_backlog VALUES (1, '', '')"];

describe.each(sqlStorages)('search on $name', ({ fresh }) => {
  it('is complete before, while and after the index is built', async () => {
    const { url, ports, owner } = await anInstallation(fresh);
    for (let index = 0; index < 30; index += 1) {
      const content = index % 3 === 0 ? 'Needle' : 'hay';
      await aPrompt(ports, owner, { metadata: { name: nameOf(index) }, draft: draft(content) });
    }
    const expected = await namesFound(ports.prompts, owner, 'needle');
    await runSql(url, ...WITHOUT_INDEX);
    const [one, other] = [await connect(url), await connect(url)];

    expect(expected).toHaveLength(10);
    for (let steps = 0; ; steps += 1) {
      expect(await namesFound(one.prompts, owner, 'needle'), `after ${steps} steps`).toEqual(expected);
      expect(await namesFound(one.prompts, owner, 'ne le'), `after ${steps} steps`).toEqual(expected);
      // Two instances build it concurrently.
      const step = await Promise.all([one.prompts.indexing.indexSome(), other.prompts.indexing.indexSome()]);
      if (step.every(({ kind }) => kind === 'done')) break;
      expect(steps).toBeLessThan(50);
    }
    expect(await namesFound(one.prompts, owner, 'needle')).toEqual(expected);
    expect(await namesFound((await connect(url)).prompts, owner, 'needle')).toEqual(expected);
  });

  it('finds prompts that change while the index is built', async () => {
    const { url, ports, owner } = await anInstallation(fresh);
    const prompts = [];
    for (let index = 0; index < 20; index += 1) {
      prompts.push(await aPrompt(ports, owner, { metadata: { name: nameOf(index) }, draft: draft('before') }));
    }
    await runSql(url, ...WITHOUT_INDEX);

    const changes = prompts.map((prompt) => mustRevise(ports, prompt, { draft: draft('after') }));
    const build = async () => {
      while ((await ports.prompts.indexing.indexSome()).kind !== 'done');
    };
    await Promise.all([build(), ...changes]);

    expect(await namesFound(ports.prompts, owner, 'before')).toEqual([]);
    expect(await namesFound(ports.prompts, owner, 'after')).toHaveLength(20);
  });
});

describe.each(sqlite)('search on $name', ({ fresh }) => {
  it('is indexed a few prompts at a time, with a pause after each for other requests', async () => {
    const { url, ports, owner } = await anInstallation(fresh);
    for (let index = 0; index < 10; index += 1) {
      await aPrompt(ports, owner, { metadata: { name: nameOf(index) }, draft: draft(`Needle ${index}`) });
    }
    await runSql(url, ...WITHOUT_INDEX);
    let iterations = 0;
    let isRunning = true;
    const count = () => {
      iterations += 1;
      if (isRunning) setImmediate(count);
    };

    setImmediate(count);
    const step = await ports.prompts.indexing.indexSome();
    isRunning = false;

    expect(step).toEqual({ kind: 'indexed', prompts: 4 });
    expect(iterations).toBeGreaterThanOrEqual(4);
  });

  it('finds more prompts than the index returns at a time', async () => {
    const { ports, owner } = await anInstallation(fresh);
    for (let index = 0; index < 520; index += 1) {
      const content = `Needle ${index % 2 === 0 ? 'even' : 'odd'} ${index === 510 ? 'rare' : ''}`;
      await aPrompt(ports, owner, { metadata: { name: nameOf(index) }, draft: draft(content) });
    }

    const all = Array.from({ length: 520 }, (_, index) => nameOf(index));
    expect(await namesFound(ports.prompts, owner, 'needle')).toEqual(all);
    expect(await namesFound(ports.prompts, owner, 'needle', { order: 'descending' })).toEqual(all.toReversed());
    expect(await namesFound(ports.prompts, owner, 'needle rare')).toEqual([nameOf(510)]);
    expect(await namesFound(ports.prompts, owner, 'ev ne')).toHaveLength(260);
  });

  it('returns what it has found when its time is up, continues on the next page, and stops with its request', async () => {
    const { url, ports, owner } = await anInstallation(fresh);
    const long = 'x'.repeat(40_000);
    for (let index = 0; index < 130; index += 1) {
      const content = `${index % 10 === 0 ? 'Needle' : 'hay'} ${index % 40 === 0 ? long : ''}`;
      await aPrompt(ports, owner, { metadata: { name: nameOf(index) }, draft: draft(content) });
    }
    const location = parseStorageUrl(url);
    if (location.kind !== 'sqlite') throw new Error('SQLite is in a file');
    const database = SqliteDatabase.open(location.file);
    onTestFinished(() => database.close());
    const hurried = new SqlPromptSearch(database, new SignatureCandidates(database), 0);

    await expectPartialPages(ports.prompts, hurried, owner, 'ne', 13);
  });
});

describe.each(postgres)('search on $name', ({ fresh }) => {
  it('returns the same without the index of pg_trgm', async () => {
    const { url, ports, owner } = await anInstallation(fresh);
    await aPrompt(ports, owner, { metadata: { name: nameOf(1) }, draft: draft('Needle') });
    await aPrompt(ports, owner, { metadata: { name: nameOf(2) }, draft: draft('hay') });
    const withIndex = await namesFound(ports.prompts, owner, 'needle');
    await runSql(url, 'DROP EXTENSION pg_trgm CASCADE');

    const { prompts } = await connect(url);

    expect(withIndex).toEqual([nameOf(1)]);
    expect(await namesFound(prompts, owner, 'needle')).toEqual([nameOf(1)]);
    expect(await namesFound(prompts, owner, 'hay p0')).toEqual([nameOf(2)]);
  });
});
