import { beforeAll, describe, expect, it } from 'vitest';
import { invariant } from '../../../src/domain/invariant.ts';
import { Api } from '../../adapters/http/support/api.ts';
import { type RedisCluster, startRedisCluster } from '../../support/servers/redis/redis-cluster.ts';
import { readRedisInfo, runRedisCommand } from '../../support/servers/redis/redis-command.ts';
import type { TestServer } from '../../support/servers/test-server.ts';
import { waitUntil } from '../../support/servers/wait-until.ts';
import { wantedStorages } from '../../support/servers/wanted-storages.ts';
import { AcknowledgedWrites } from '../../support/service/acknowledged-writes.ts';
import type { OpenedAccount } from '../../support/service/open-account.ts';
import type { ServiceProcess } from '../../support/service/service-process.ts';
import { provideInstallation } from '../../support/service/test-resources.ts';

/** Guaranteed by docs/topologies/redis-cluster.md, counted from the moment when every master has its replica again. */
const RECOVERED_MS = 15_000;
const TIMEOUT_MS = 300_000;
const CLIENTS = 3;

describe.runIf(wantedStorages().includes('redis-cluster'))('Redis Cluster with storage.redis.minReplicas', () => {
  let cluster: RedisCluster;
  const open = async () => {
    cluster = await startRedisCluster({ masters: 3, replicas: 1 });
    return cluster;
  };
  const installation = provideInstallation(open, { PROMPTHOLD_STORAGE_REDIS_MIN_REPLICAS: '1' });
  let services: readonly ServiceProcess[];

  beforeAll(async () => {
    services = [await installation().serve(), await installation().serve()];
  });

  /** The master of the account's slot, and its only replica. */
  async function nodesOf({ userId }: OpenedAccount): Promise<{ master: TestServer; replica: TestServer }> {
    const [any] = cluster.nodes;
    invariant(any !== undefined, 'the cluster has nodes');
    const slot = Number(await runRedisCommand(any.url, 'CLUSTER', 'KEYSLOT', `{${userId}}`));
    const shards = (await runRedisCommand(any.url, 'CLUSTER', 'SLOTS')) as SlotRange[];
    const [, , ...places] = shards.find(([first, last]) => first <= slot && slot <= last) ?? [0, 0];
    const [master, replica] = places.map(([, port]) => cluster.nodes.find(({ address }) => address.port === port));
    invariant(master !== undefined && replica !== undefined, 'the slot has a master and a replica');
    return { master, replica };
  }

  /** Opens another account on the same master, as about every third is. */
  async function openAccountOn(master: TestServer): Promise<OpenedAccount> {
    for (;;) {
      const account = await installation().openAccount();
      if ((await nodesOf(account)).master === master) return account;
    }
  }

  const verify = ({ token }: OpenedAccount): Promise<number[]> =>
    Promise.all(services.map(async ({ url }) => (await new Api(url).verify(token)).status));

  const isMaster = async ({ url }: TestServer): Promise<boolean> =>
    (await readRedisInfo(url, 'CLUSTER', 'INFO')).get('cluster_state') === 'ok' &&
    (await readRedisInfo(url, 'INFO', 'replication')).get('role') === 'master';

  it(
    'goes on by itself when a replica takes over, and has everything that was acknowledged',
    async () => {
      const accounts: OpenedAccount[] = [];
      for (let count = 0; count < CLIENTS; count += 1) accounts.push(await installation().openAccount());
      const [first] = accounts;
      invariant(first !== undefined, 'there is an account');
      const { master, replica } = await nodesOf(first);
      const reader = await openAccountOn(master);
      const failures = await AcknowledgedWrites.during(services, accounts, async (load) => {
        await load.waitForProgress();
        await master.kill();
        await load.waitForRejections();
        await waitUntil(() => isMaster(replica), { what: 'the replica has taken over' });

        const seen = new Set<number>();
        const isVerified = async () => {
          const statuses = await verify(reader);
          for (const status of statuses) seen.add(status);
          return statuses.every((status) => status === 200);
        };
        await waitUntil(isVerified, { what: 'keys of the new master are verified', timeoutMs: RECOVERED_MS });
        expect([200, 503]).toEqual(expect.arrayContaining([...seen]));
        // The new master has no replica, so it must not acknowledge any write.
        const acknowledged = load.acknowledgedFor(first);
        await load.waitForRejections();
        await load.waitForRejections();
        expect(load.acknowledgedFor(first)).toBe(acknowledged);

        // As its supervisor does. It comes back as the replica of the new master.
        await cluster.start();
        await load.waitForProgress(RECOVERED_MS);
      });

      expect(failures).toEqual([]);
    },
    TIMEOUT_MS,
  );
});

/** First and last slot, then the addresses of its master and its replicas. */
type SlotRange = [first: number, last: number, ...places: [host: string, port: number][]];
