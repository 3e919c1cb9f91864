import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { StorageUnavailable } from '../../../src/application/ports/storage/storage-unavailable.ts';
import { anAccount, aRotation } from '../../support/builders/an-account.ts';
import { Author } from '../../support/builders/an-author.ts';
import { aBatch } from '../../support/builders/some-usage.ts';
import { startRedisCluster } from '../../support/servers/redis/redis-cluster.ts';
import { waitUntil } from '../../support/servers/wait-until.ts';
import { wantedStorages } from '../../support/servers/wanted-storages.ts';
import { connectTo, type StoragePorts } from '../../support/storage/backends.ts';

/** Tests spend most of their time waiting for replicas that do not respond. */
const timeout = 180_000;

/** Retries until it succeeds: on a busy machine even a running replica may be too late, which is rightly an outage. */
async function retryUntilConfirmed<Result>(run: () => Promise<Result>): Promise<Result> {
  const results: Result[] = [];
  const isConfirmed = async () => results.push(await run()) > 0;
  await waitUntil(isConfirmed, { what: 'a replica has it' });
  // There is one result, which may itself be undefined.
  return results[0] as Result;
}

describe.runIf(wantedStorages().includes('redis-cluster'))('storage.redis.minReplicas', () => {
  let cluster: Awaited<ReturnType<typeof startRedisCluster>>;
  let ports: StoragePorts;

  beforeEach(async () => {
    // A long timeout, so that a replica that the test pauses is not considered dead.
    cluster = await startRedisCluster({ masters: 3, replicas: 1, nodeTimeoutMs: 30_000 });
    ports = await connectTo(cluster.url, { PROMPTHOLD_STORAGE_REDIS_MIN_REPLICAS: '1' });
  });
  afterEach(async () => {
    await ports.close();
    await cluster.dispose();
  });

  it('acknowledges a write only once a replica has it', { timeout }, async () => {
    const { accounts, keys, usage } = ports;
    const account = anAccount();
    expect(await retryUntilConfirmed(() => accounts.add(account))).toBe('added');
    const first = aRotation(account);
    expect(await retryUntilConfirmed(() => keys.apply(first))).toBe('applied');
    const second = aRotation(account.withKey(first.issued));

    const replicas = cluster.nodes.slice(3);
    for (const replica of replicas) replica.pause();
    await expect(keys.apply(second)).rejects.toBeInstanceOf(StorageUnavailable);
    await expect(accounts.add(anAccount())).rejects.toBeInstanceOf(StorageUnavailable);
    // The master may have it, but confirming it would promise it.
    await keys.apply(second).catch(() => {});
    await expect(keys.wasApplied(first)).rejects.toBeInstanceOf(StorageUnavailable);
    // Usage counts may be lost, and must not wait for replicas.
    expect(await retryUntilConfirmed(() => usage.apply(aBatch(account.id)))).toBe('applied');

    for (const replica of replicas) replica.resume();
    expect(await retryUntilConfirmed(() => keys.apply(second))).toBe('applied');
    expect(await retryUntilConfirmed(() => keys.wasApplied(second))).toBe(true);
  });

  it('does not report `unchanged` for a change that no replica has', { timeout }, async () => {
    const author = new Author(ports.prompts);
    const account = anAccount({ id: author.owner });
    await retryUntilConfirmed(() => ports.accounts.add(account));
    await retryUntilConfirmed(() => author.put('greeting', 'Hello.', { labels: ['production'] }));

    const replicas = cluster.nodes.slice(3);
    for (const replica of replicas) replica.pause();
    const requests = [
      () => author.put('greeting', 'Good day.'),
      () => author.publish('greeting', 'Good day.'),
      () => author.move('greeting', 'production', 2),
      () => author.change('greeting', { description: 'How we greet.' }),
      () => author.protect('staging'),
    ];
    for (const request of requests) {
      // The first time the master applies it; the second time there is nothing left to change.
      await expect(request()).rejects.toBeInstanceOf(StorageUnavailable);
      await expect(request()).rejects.toBeInstanceOf(StorageUnavailable);
    }

    for (const replica of replicas) replica.resume();
    const again = await retryUntilConfirmed(() =>
      author.put('greeting', 'Good day.', { description: 'How we greet.' }),
    );
    expect(again.kind).toBe('unchanged');
  });
});
