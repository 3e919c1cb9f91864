import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { RedisStore } from '../../../src/adapters/outbound/redis/connection/redis-store.ts';
import { type RedisCluster, startRedisCluster } from '../../support/servers/redis/redis-cluster.ts';
import { wantedStorages } from '../../support/servers/wanted-storages.ts';

const COUNT_UP = "return redis.call('INCR', KEYS[1])";

describe.runIf(wantedStorages().includes('redis-cluster')).each([0, 1])(
  'a script that waits for %i replicas',
  (replicas) => {
    let cluster: RedisCluster;
    let store: RedisStore;

    beforeAll(async () => {
      cluster = await startRedisCluster({ replicas });
      const nodes = cluster.nodes.map(({ address }) => ({ host: '127.0.0.1', port: address.port }));
      store = new RedisStore({ location: { kind: 'redis-cluster', nodes }, prefix: 'ph', minReplicas: replicas });
      await store.open();
    });
    afterAll(async () => {
      store?.close();
      await cluster?.dispose();
    });

    it('runs once, whether the server knows it or has forgotten it', async () => {
      const key = store.key(`counter-${replicas}`);
      const forgetScripts = () => Promise.all(store.masters().map((master) => master.script('FLUSH')));

      expect(await store.script(COUNT_UP, [key], [])).toBe(1);
      expect(await store.script(COUNT_UP, [key], [])).toBe(2);
      await forgetScripts();

      expect(await store.script(COUNT_UP, [key], [])).toBe(3);
      expect(await store.script(COUNT_UP, [key], [])).toBe(4);
    });
  },
);
