import { Cluster } from 'ioredis';
import { afterEach, describe, expect, inject, it, vi } from 'vitest';
import { parseStorageUrl } from '../../../src/adapters/composition/configuration/storage-url.ts';
import { RedisStore } from '../../../src/adapters/outbound/redis/connection/redis-store.ts';
import { invariant } from '../../../src/domain/invariant.ts';
import { wantedStorages } from '../../support/servers/wanted-storages.ts';

/** How often it looks who takes writes. */
const LOOK_MS = 5000;

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

describe.runIf(wantedStorages().includes('redis-cluster'))('a store on a cluster', () => {
  it('leaves nothing that keeps the process when it is closed in the middle of a look for masters', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
    const location = parseStorageUrl(inject('redisClusterUrl'));
    invariant(location.kind === 'redis-cluster', 'its URL says so');
    const store = new RedisStore({ location, prefix: 'ph', minReplicas: 0 });
    await store.open();
    const { writes } = store;
    invariant(writes instanceof Cluster, 'it is a cluster');
    const looked = Promise.withResolvers<void>();
    const look = writes.refreshSlotsCache.bind(writes);
    vi.spyOn(writes, 'refreshSlotsCache').mockImplementation((done) => {
      look((error) => {
        done?.(error);
        looked.resolve();
      });
      store.close();
    });

    vi.advanceTimersByTime(LOOK_MS);
    await looked.promise;

    await expect.poll(() => vi.getTimerCount(), { timeout: 5000 }).toBe(0);
  });
});
