import { describe, it, onTestFinished } from 'vitest';
import { loadConfiguration } from '../../../src/adapters/composition/configuration/configuration.ts';
import { RedisStore } from '../../../src/adapters/outbound/redis/connection/redis-store.ts';
import { RedisPromptSearch } from '../../../src/adapters/outbound/redis/prompts/redis-prompt-search.ts';
import { aDraft, anOwner, aPrompt, toName } from '../../support/builders/a-prompt.ts';
import { expectPartialPages } from '../../support/builders/search-prompts.ts';
import { openTestStorage } from '../../support/service/test-resources.ts';
import { realStorages } from '../../support/storage/fresh-storage.ts';

describe.each(realStorages.filter(({ name }) => name === 'redis'))('search on $name', ({ fresh }) => {
  it('returns what it has found when its time is up, continues on the next page, and stops with its request', async () => {
    const { url, ports } = await openTestStorage(fresh);
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

    await expectPartialPages(ports.prompts, new RedisPromptSearch(store, ports.prompts.reader, 0), owner, 'needle', 12);
  });
});
