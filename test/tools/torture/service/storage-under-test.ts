import { setTimeout as delay } from 'node:timers/promises';
import { startPostgres } from '../../../support/servers/postgres/postgres-server.ts';
import { type RedisCluster, startRedisCluster } from '../../../support/servers/redis/redis-cluster.ts';
import { runRedisCommand } from '../../../support/servers/redis/redis-command.ts';
import { startRedis } from '../../../support/servers/redis/redis-server.ts';
import type { TestServer } from '../../../support/servers/test-server.ts';
import { waitUntil } from '../../../support/servers/wait-until.ts';
import { type Backend, openBackend } from '../../backends.ts';
import type { SeededRandom } from '../../seeded-random.ts';
import { FaultyProxy } from './faulty-proxy.ts';

/** A storage that several services share, and that can be killed or disconnected from them. */
export interface StorageUnderTest {
  /** Bypasses the proxies. */
  readonly url: string;
  /** Inject faults between the storage and one service, or between one cluster node and all services. */
  readonly proxies: readonly FaultyProxy[];
  urlFor(service: number): string;
  /** Sends SIGKILL, waits, and restarts on the same data. Undefined if the storage is not a process. */
  readonly killAndRestart: ((random: SeededRandom, downMs: number) => Promise<void>) | undefined;
  dispose(): Promise<void>;
}

export const startStorage: Readonly<Record<Backend, (services: number) => Promise<StorageUnderTest>>> = {
  sqlite: async () => {
    const { url, dispose } = await openBackend('sqlite');
    return { url, proxies: [], urlFor: () => url, killAndRestart: undefined, dispose };
  },
  postgres: async (services) => withProxies(await startPostgres(), services),
  redis: async (services) => withProxies(await startRedis(), services),
  'redis-cluster': async () => {
    // Without replicas, so that no failover happens: a killed node restarts with its own data.
    const cluster = await startRedisCluster({ replicas: 0 });
    const proxies = await Promise.all(cluster.nodes.map(({ address }) => FaultyProxy.to(address.port)));
    await announceProxies(cluster, proxies);
    const url = `redis-cluster://${proxies.map(({ port }) => `127.0.0.1:${port}`).join()}`;
    return {
      url: cluster.url,
      proxies,
      urlFor: () => url,
      killAndRestart: async (random, downMs) => {
        if (random.chance(0.3)) await cluster.kill();
        else await random.pick(cluster.nodes).kill();
        await delay(downMs);
        await cluster.start();
        await announceProxies(cluster, proxies);
      },
      dispose: async () => {
        await Promise.all(proxies.map((proxy) => proxy.dispose()));
        await cluster.dispose();
      },
    };
  },
};

/** Puts one proxy in front of the storage for each service, so that a fault affects a single service. */
export async function withProxies(server: TestServer, services: number): Promise<StorageUnderTest> {
  const proxies = await Promise.all(Array.from({ length: services }, () => FaultyProxy.to(server.address.port)));
  return {
    url: server.url,
    proxies,
    urlFor: (service) => {
      const url = new URL(server.url);
      url.port = String(proxies[service]?.port);
      return url.href;
    },
    killAndRestart: async (_random, downMs) => {
      await server.kill();
      await delay(downMs);
      await server.start();
    },
    dispose: async () => {
      await Promise.all(proxies.map((proxy) => proxy.dispose()));
      await server.dispose();
    },
  };
}

/** Makes the cluster announce the proxies to its clients. A node loses this setting when it restarts. */
async function announceProxies({ nodes }: RedisCluster, proxies: readonly FaultyProxy[]): Promise<void> {
  const ports = proxies.map(({ port }) => port);
  await Promise.all(
    nodes.map(({ url }, index) => runRedisCommand(url, 'CONFIG', 'SET', 'cluster-announce-port', String(ports[index]))),
  );
  const knowsAll = async ({ url }: TestServer): Promise<boolean> => {
    const known = String(await runRedisCommand(url, 'CLUSTER', 'NODES'));
    return ports.every((port) => known.includes(`127.0.0.1:${port}@`));
  };
  await waitUntil(async () => (await Promise.all(nodes.map(knowsAll))).every(Boolean), {
    what: 'all nodes of the Redis Cluster announce their proxies',
  });
}
