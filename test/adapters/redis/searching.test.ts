import { describe, expect, it, onTestFinished } from 'vitest';
import { loadConfiguration } from '../../../src/adapters/composition/configuration/configuration.ts';
import { RedisStore } from '../../../src/adapters/outbound/redis/connection/redis-store.ts';
import { RedisPromptSearch } from '../../../src/adapters/outbound/redis/prompts/redis-prompt-search.ts';
import { aDraft, anOwner, aPrompt, toName } from '../../support/builders/a-prompt.ts';
import { namesFound } from '../../support/builders/search-prompts.ts';
import { connectTo } from '../../support/storage/backends.ts';
import { realStorages } from '../../support/storage/fresh-storage.ts';

describe.each(realStorages.filter(({ name }) => name === 'redis'))('search on $name', ({ fresh }) => {
  it('returns what it has found when its time is up, continues on the next page, and stops with its request', async () => {
    const { url, dispose } = await fresh();
    onTestFinished(dispose);
    const ports = await connectTo(url);
    onTestFinished(() => ports.close());
    const owner = await anOwner(ports);
    for (let index = 0; index < 120; index += 1) {
      const content = index % 10 === 0 ? `Needle ${'x'.repeat(100_000)}` : 'hay';
      const draft = aDraft({ content: { type: 'text', content } });
      await aPrompt(ports, owner, { metadata: { name: toName(`p${String(index).padStart(3, '0')}`) }, draft });
    }
    const { storage } = loadConfiguration({ environment: { PROMPTHOLD_STORAGE_URL: url } }).configuration;
    if (storage.location.kind !== 'redis') throw new Error('the URL is that of one Redis');
    const store = new RedisStore({ location: storage.location, prefix: storage.location.prefix, minReplicas: 0 });
    onTestFinished(() => store.close());
    await store.open();
    const hurried = { catalog: ports.prompts.catalog, search: new RedisPromptSearch(store, ports.prompts.reader, 0) };

    const query = { tags: [], archived: false, sort: 'name', order: 'ascending', limit: 100 } as const;
    const { ids, stoppedAt } = await hurried.search.search(owner, query, ['needle'], new AbortController().signal);

    expect(ids.length).toBeLessThan(12);
    expect(stoppedAt).toBeDefined();
    const request = new AbortController();
    const searching = ports.prompts.search.search(owner, query, ['needle'], request.signal);
    request.abort('gone');
    await expect(searching).rejects.toBe('gone');
    for (const sort of ['name', 'updatedAt'] as const) {
      const expected = await namesFound(ports.prompts, owner, 'needle', { sort });
      expect(expected).toHaveLength(12);
      expect(await namesFound(hurried, owner, 'needle', { sort })).toEqual(expected);
      expect(await namesFound(hurried, owner, 'needle', { sort, limit: 5 })).toEqual(expected);
    }
  });
});
