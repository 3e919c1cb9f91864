import { once } from 'node:events';
import { type ChainableCommander, Cluster, type Redis } from 'ioredis';
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { readClient, writeClient } from '../../../src/adapters/outbound/redis/connection/redis-clients.ts';
import { invariant } from '../../../src/domain/invariant.ts';
import { type RedisCluster, startRedisCluster } from '../../support/servers/redis/redis-cluster.ts';
import { wantedStorages } from '../../support/servers/wanted-storages.ts';

/** Enough for each of three servers to have several. */
const NAMES = Array.from({ length: 50 }, (_, index) => `name-${index}`);

describe.runIf(wantedStorages().includes('redis-cluster'))('a pipeline for a server that is not connected', () => {
  let servers: RedisCluster;

  beforeAll(async () => {
    servers = await startRedisCluster({ replicas: 0 });
  });
  afterEach(() => {
    vi.restoreAllMocks();
  });
  afterAll(() => servers?.dispose());

  /** Sets keys whose values are their names, and groups them by the connection to the server that has them. */
  async function connectedTo(clientTo: typeof readClient) {
    const nodes = servers.nodes.map(({ address }) => ({ host: '127.0.0.1', port: address.port }));
    const client = clientTo({ kind: 'redis-cluster', nodes });
    invariant(client instanceof Cluster, 'it is a cluster');
    client.on('error', () => {});
    onTestFinished(() => client.disconnect());
    await client.connect();
    const keysOf = async (connection: Redis) => {
      const replies = await Promise.allSettled(NAMES.map((name) => connection.set(name, name)));
      return NAMES.filter((_, index) => replies[index]?.status === 'fulfilled');
    };
    const masters = client.nodes('master');
    const keys = await Promise.all(masters.map(keysOf));
    return { client, masters, keys };
  }

  // The driver then picks a random connection for each command: here first one that has just ended, then a good one.
  it.each([
    { kind: 'reads', clientTo: readClient },
    { kind: 'writes', clientTo: writeClient },
  ])('gives no command the reply of another: $kind', async ({ clientTo }) => {
    const { client, masters, keys } = await connectedTo(clientTo);
    const [gone, ending, good] = masters;
    const [ofGone = [], , ofGood = []] = keys;
    if (!gone || !ending || !good) throw new Error('there are not three masters');
    gone.stream.destroy();
    await once(client, '-node');
    expect(client.nodes()).toEqual([ending, good]);

    vi.spyOn(Math, 'random').mockReturnValueOnce(0).mockReturnValueOnce(0.5);
    const [first = '', second = ''] = ofGone;
    const sent = new Promise<{ outcomes: ReturnType<ChainableCommander['exec']> }>((resolve) => {
      // Exactly now: immediately afterwards the driver drops the connection.
      ending.once('close', () => resolve({ outcomes: client.pipeline().get(first).get(second).exec() }));
    });
    ending.stream.destroy();
    const { outcomes } = await sent;

    const [own = '', another = ''] = ofGood;
    const replies = await Promise.allSettled([good.get(own), good.get(another)]);
    expect(replies).toEqual([own, another].map((value) => ({ status: 'fulfilled', value })));
    for (const [error, value] of (await outcomes) ?? []) if (!error) expect(ofGone).toContain(value);
  });
});
