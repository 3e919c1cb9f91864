import { Cluster } from 'ioredis';
import { afterEach, describe, expect, inject, it, vi } from 'vitest';
import { parseStorageUrl } from '../../../src/adapters/composition/configuration/storage-url.ts';
import { RedisStore } from '../../../src/adapters/outbound/redis/connection/redis-store.ts';
import { invariant } from '../../../src/domain/invariant.ts';
import { wantedStorages } from '../../support/servers/wanted-storages.ts';

/** How often it refreshes the slots. */
const REFRESH_SLOTS_MS = 5000;

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

describe.runIf(wantedStorages().includes('redis-cluster'))('a store on a cluster', () => {
  it('leaves no timer that keeps the process alive when it is closed during a refresh of the slots', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
    const location = parseStorageUrl(inject('redisClusterUrl'));
    invariant(location.kind === 'redis-cluster', 'its URL says so');
    const store = new RedisStore({ location, prefix: 'ph', minReplicas: 0 });
    await store.open();
    const { writes } = store;
    invariant(writes instanceof Cluster, 'it is a cluster');
    const refreshed = Promise.withResolvers<void>();
    const refresh = writes.refreshSlotsCache.bind(writes);
    vi.spyOn(writes, 'refreshSlotsCache').mockImplementation((done) => {
      refresh((error) => {
        done?.(error);
        refreshed.resolve();
      });
      store.close();
    });

    vi.advanceTimersByTime(REFRESH_SLOTS_MS);
    await refreshed.promise;

    await expect.poll(() => vi.getTimerCount(), { timeout: 5000 }).toBe(0);
  });
});
