import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { startPostgres } from '../../../support/servers/postgres/postgres-server.ts';
import { type RedisCluster, startRedisCluster } from '../../../support/servers/redis/redis-cluster.ts';
import { askRedis } from '../../../support/servers/redis/redis-command.ts';
import { startRedis } from '../../../support/servers/redis/redis-server.ts';
import type { TestServer } from '../../../support/servers/test-server.ts';
import { waitUntil } from '../../../support/servers/wait-until.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';
import type { SeededRandom } from '../seeded-random.ts';
import { FaultyAddress } from './faulty-address.ts';

export const BACKENDS = ['sqlite', 'postgres', 'redis', 'redis-cluster'] as const;

export type Backend = (typeof BACKENDS)[number];

/** A storage that several services share, and that may be killed and be cut off from them. */
export interface TorturedStorage {
  /** For whoever shall have no trouble. */
  readonly url: string;
  /** Where trouble can be made: between the storage and one service, or between one of its nodes and all. */
  readonly addresses: readonly FaultyAddress[];
  urlFor(service: number): string;
  /** kill -9, and a start on the same data after that time. Undefined where the storage is no process. */
  readonly killAndRestart: ((random: SeededRandom, downMs: number) => Promise<void>) | undefined;
  dispose(): Promise<void>;
}

export const startStorage: Readonly<Record<Backend, (services: number) => Promise<TorturedStorage>>> = {
  sqlite: async () => {
    const folder = await temporaryFolder();
    const url = `sqlite:${join(folder, 'prompthold.db')}`;
    return {
      url,
      addresses: [],
      urlFor: () => url,
      killAndRestart: undefined,
      dispose: () => rm(folder, { recursive: true, force: true }),
    };
  },
  postgres: async (services) => behindAddresses(await startPostgres(), services),
  redis: async (services) => behindAddresses(await startRedis(), services),
  'redis-cluster': async () => {
    // Without replicas, so that nobody takes over from a node that is killed: it comes back with what it had.
    const cluster = await startRedisCluster({ replicas: 0 });
    const addresses = await Promise.all(cluster.nodes.map(({ address }) => FaultyAddress.to(address.port)));
    await announce(cluster, addresses);
    const url = `redis-cluster://${addresses.map(({ port }) => `127.0.0.1:${port}`).join()}`;
    return {
      url: cluster.url,
      addresses,
      urlFor: () => url,
      killAndRestart: async (random, downMs) => {
        if (random.chance(0.3)) await cluster.kill();
        else await random.pick(cluster.nodes).kill();
        await delay(downMs);
        await cluster.start();
        await announce(cluster, addresses);
      },
      dispose: async () => {
        await Promise.all(addresses.map((address) => address.dispose()));
        await cluster.dispose();
      },
    };
  },
};

/** An address for each service, so that one may be in trouble while the others are not. */
export async function behindAddresses(server: TestServer, services: number): Promise<TorturedStorage> {
  const addresses = await Promise.all(Array.from({ length: services }, () => FaultyAddress.to(server.address.port)));
  return {
    url: server.url,
    addresses,
    urlFor: (service) => {
      const url = new URL(server.url);
      url.port = String(addresses[service]?.port);
      return url.href;
    },
    killAndRestart: async (_random, downMs) => {
      await server.kill();
      await delay(downMs);
      await server.start();
    },
    dispose: async () => {
      await Promise.all(addresses.map((address) => address.dispose()));
      await server.dispose();
    },
  };
}

const ANNOUNCED_MS = 30_000;

/** A cluster tells its clients where its nodes are: it shall tell them our addresses. A node forgets that with its end. */
async function announce({ nodes }: RedisCluster, addresses: readonly FaultyAddress[]): Promise<void> {
  const ports = addresses.map(({ port }) => port);
  await Promise.all(
    nodes.map(({ url }, index) => askRedis(url, 'CONFIG', 'SET', 'cluster-announce-port', String(ports[index]))),
  );
  const knowsAll = async ({ url }: TestServer): Promise<boolean> => {
    const known = String(await askRedis(url, 'CLUSTER', 'NODES'));
    return ports.every((port) => known.includes(`127.0.0.1:${port}@`));
  };
  await waitUntil(async () => (await Promise.all(nodes.map(knowsAll))).every(Boolean), {
    what: 'all nodes of the Redis Cluster announce the addresses in front of them',
    timeoutMs: ANNOUNCED_MS,
  });
}
