import { once } from 'node:events';
import type { Socket } from 'node:net';
import { Cluster } from 'ioredis';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { RedisStore } from '../../../src/adapters/outbound/redis/connection/redis-store.ts';
import { StorageUnavailable } from '../../../src/application/ports/storage/storage-unavailable.ts';
import { invariant } from '../../../src/domain/invariant.ts';
import { type RedisCluster, startRedisCluster } from '../../support/servers/redis/redis-cluster.ts';
import { waitUntil } from '../../support/servers/wait-until.ts';
import { wantedStorages } from '../../support/servers/wanted-storages.ts';

const COUNT_UP = "return redis.call('INCR', KEYS[1])";
const READ = "return redis.call('GET', KEYS[1])";
/** Only so that the test fails if it never happens. */
const SOON_MS = 60_000;

describe.runIf(wantedStorages().includes('redis-cluster'))('a broken connection to a cluster', () => {
  let cluster: RedisCluster;
  let store: RedisStore;

  beforeAll(async () => {
    cluster = await startRedisCluster({ replicas: 0 });
    const nodes = cluster.nodes.map(({ address }) => ({ host: '127.0.0.1', port: address.port }));
    store = new RedisStore({ location: { kind: 'redis-cluster', nodes }, prefix: 'ph', minReplicas: 0 });
    await store.open();
  });
  afterAll(async () => {
    store?.close();
    await cluster?.dispose();
  });

  it('applies a write that was sent only once, and reports it as unconfirmed', async () => {
    const key = store.key('counter');
    expect(await store.script(COUNT_UP, [key], [])).toBe(1);
    invariant(store.writes instanceof Cluster, 'it is a cluster');
    const connections = store.writes.nodes('all') as unknown as readonly { readonly stream?: Socket }[];

    // The paused servers have received the command, but have not replied yet when the connections break.
    cluster.pause();
    const outcome = store.script(COUNT_UP, [key], []).catch((error: unknown) => error);
    await new Promise((resolve) => setImmediate(resolve));
    for (const { stream } of connections) stream?.destroy();
    cluster.resume();

    expect(await outcome).toBeInstanceOf(StorageUnavailable);
    const replies: unknown[] = [];
    const isBack = async () => replies.push(await store.script(READ, [key], [])) > 0;
    await waitUntil(isBack, { what: 'the cluster responds again', timeoutMs: SOON_MS });
    expect(replies).toEqual(['2']);
  });

  it('makes a scan fail instead of skipping the keys of the lost server', async () => {
    const keys = Array.from({ length: 50 }, (_, index) => store.key('all', `key-${index}`));
    for (const key of keys) await store.write((pipeline) => pipeline.set(key, 'x'));
    const found = async () => (await Array.fromAsync(store.scan(store.key('all', '')))).sort();
    expect(await found()).toEqual(keys.toSorted());
    const [server] = store.masters();
    invariant(server !== undefined, 'there is a server');

    server.stream.destroy();
    await once(server, 'end');

    await expect(found()).rejects.toBeInstanceOf(StorageUnavailable);
    const isBack = async () => (await found()).length > 0;
    await waitUntil(isBack, { what: 'all servers respond again', timeoutMs: SOON_MS });
    expect(await found()).toEqual(keys.toSorted());
  });
});
