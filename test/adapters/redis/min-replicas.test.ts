import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { RedisAccountRepository } from '../../../src/adapters/outbound/redis/accounts/redis-account-repository.ts';
import { RedisKeyStorage } from '../../../src/adapters/outbound/redis/accounts/redis-key-storage.ts';
import { RedisStore } from '../../../src/adapters/outbound/redis/connection/redis-store.ts';
import { RedisPromptArchive } from '../../../src/adapters/outbound/redis/prompts/redis-prompt-archive.ts';
import { RedisPromptCatalog } from '../../../src/adapters/outbound/redis/prompts/redis-prompt-catalog.ts';
import { RedisPromptReader } from '../../../src/adapters/outbound/redis/prompts/redis-prompt-reader.ts';
import { RedisPromptWriter } from '../../../src/adapters/outbound/redis/prompts/redis-prompt-writer.ts';
import { RedisUsageLog } from '../../../src/adapters/outbound/redis/usage/redis-usage-log.ts';
import { StorageUnavailable } from '../../../src/application/ports/storage-unavailable.ts';
import { anAccount, aRotation } from '../../support/builders/an-account.ts';
import { Author } from '../../support/builders/an-author.ts';
import { aBatch } from '../../support/builders/some-usage.ts';
import { startRedisCluster } from '../../support/servers/redis/redis-cluster.ts';
import { waitUntil } from '../../support/servers/wait-until.ts';
import { wantedStorages } from '../../support/servers/wanted-storages.ts';

/** For everything that a test does, most of which is to wait for replicas that do not answer. */
const timeout = 180_000;
const SOON_MS = 60_000;

/** The first answer: on a busy machine a replica that runs may be late, too, and then it is right to refuse. */
async function confirmed<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
  const answers: Answer[] = [];
  const isConfirmed = async () => answers.push(await ask()) > 0;
  await waitUntil(isConfirmed, { what: 'a replica has it', timeoutMs: SOON_MS });
  // There is one, and it may itself be undefined.
  return answers[0] as Answer;
}

describe.runIf(wantedStorages().includes('redis-cluster'))('storage.redis.minReplicas', () => {
  let cluster: Awaited<ReturnType<typeof startRedisCluster>>;
  let store: RedisStore;

  beforeEach(async () => {
    // Patient, so that a replica that is paused for the test is not taken for dead.
    cluster = await startRedisCluster({ masters: 3, replicas: 1, nodeTimeoutMs: 30_000 });
    const nodes = cluster.nodes.map(({ address }) => ({ host: '127.0.0.1', port: address.port }));
    store = new RedisStore({ location: { kind: 'redis-cluster', nodes }, prefix: 'ph', minReplicas: 1 });
    await store.open();
  });
  afterEach(async () => {
    store.close();
    await cluster.dispose();
  });

  it('acknowledges a write that a replica has, and never one that no replica has', { timeout }, async () => {
    const accounts = new RedisAccountRepository(store);
    const keys = new RedisKeyStorage(store);
    const account = anAccount();
    expect(await confirmed(() => accounts.add(account))).toBe('added');
    const first = aRotation(account);
    expect(await confirmed(() => keys.apply(first))).toBe('applied');
    const second = aRotation(account.withKey(first.issued));

    const replicas = cluster.nodes.slice(3);
    for (const replica of replicas) replica.pause();
    await expect(keys.apply(second)).rejects.toBeInstanceOf(StorageUnavailable);
    await expect(accounts.add(anAccount())).rejects.toBeInstanceOf(StorageUnavailable);
    // The master may have it, but to say so would be to promise it.
    await keys.apply(second).catch(() => {});
    await expect(keys.wasApplied(first)).rejects.toBeInstanceOf(StorageUnavailable);
    // Statistics are no promise, and must not cost a request its replicas' time.
    expect(await confirmed(() => new RedisUsageLog(store).apply(aBatch(account.id)))).toBe('applied');

    for (const replica of replicas) replica.resume();
    expect(await confirmed(() => keys.apply(second))).toBe('applied');
    expect(await confirmed(() => keys.wasApplied(second))).toBe(true);
  });

  it('does not say that all is so already of what no replica has', { timeout }, async () => {
    const reader = new RedisPromptReader(store);
    const author = new Author({
      reader,
      catalog: new RedisPromptCatalog(store, reader),
      writer: new RedisPromptWriter(store),
      archive: new RedisPromptArchive(store),
    });
    const account = anAccount({ id: author.owner });
    await confirmed(() => new RedisAccountRepository(store).add(account));
    await confirmed(() => author.put('greeting', 'Hello.', { labels: ['production'] }));

    const replicas = cluster.nodes.slice(3);
    for (const replica of replicas) replica.pause();
    const requests = [
      () => author.put('greeting', 'Good day.'),
      () => author.publish('greeting', 'Good day.'),
      () => author.move('greeting', 'production', 2),
      () => author.change('greeting', { description: 'How we greet.' }),
    ];
    for (const request of requests) {
      // The first time the master takes it; the second time it has nothing to do.
      await expect(request()).rejects.toBeInstanceOf(StorageUnavailable);
      await expect(request()).rejects.toBeInstanceOf(StorageUnavailable);
    }

    for (const replica of replicas) replica.resume();
    const again = await confirmed(() => author.put('greeting', 'Good day.', { description: 'How we greet.' }));
    expect(again.kind).toBe('unchanged');
  });
});
