import { afterAll, beforeAll, expect, it } from 'vitest';
import { type RedisCluster, startRedisCluster } from '../../../support/servers/redis/redis-cluster.ts';
import { readRedisInfo, runRedisCommand } from '../../../support/servers/redis/redis-command.ts';
import { waitUntil } from '../../../support/servers/wait-until.ts';
import { chooseFirst } from './choose-ports.ts';
import { redisNote } from './stored-note.ts';

/** A failed election is repeated only after many seconds. */
const TAKEN_OVER_MS = 60_000;

/** Specific to a cluster: nodes that replace each other. */
export function redisClusterSuite(): void {
  let cluster: RedisCluster;

  beforeAll(async () => {
    cluster = await startRedisCluster();
  });
  afterAll(() => cluster.dispose());

  it('has three masters, a replica for each, and every slot served', async () => {
    const roles = await Promise.all(
      cluster.nodes.map(async ({ url }) => (await readRedisInfo(url, 'INFO')).get('role')),
    );

    expect(roles).toEqual(['master', 'master', 'master', 'slave', 'slave', 'slave']);
    await Promise.all(
      cluster.nodes.map(async ({ url }) => {
        const info = await readRedisInfo(url, 'CLUSTER', 'INFO');
        expect(info.get('cluster_state')).toBe('ok');
        expect(info.get('cluster_slots_ok')).toBe('16384');
      }),
    );
  });

  it('replaces a killed master, which rejoins as a replica when it is started', async () => {
    await redisNote.leave(cluster.url, 'before the kill');
    const [master, ...others] = cluster.nodes;
    const mastersAmong = async (): Promise<number> => {
      const roles = await Promise.all(others.map(async ({ url }) => (await readRedisInfo(url, 'INFO')).get('role')));
      return roles.filter((role) => role === 'master').length;
    };

    await master?.kill();
    await waitUntil(async () => (await mastersAmong()) === 3, {
      what: 'a replica took over',
      timeoutMs: TAKEN_OVER_MS,
    });
    await cluster.start();

    // It considers itself the master until the other nodes inform it.
    const isReplica = async () => (await readRedisInfo(master?.url ?? '', 'INFO')).get('role') === 'slave';
    await waitUntil(isReplica, { what: 'the old master is a replica', timeoutMs: TAKEN_OVER_MS });
    await cluster.healthy();
    expect(await redisNote.read(cluster.url)).toBe('before the kill');
  });

  it('picks another peer port when its own is taken in the meantime', async () => {
    const taken = cluster.nodes[0]?.address.peerPort;
    const other = await startRedisCluster({ replicas: 0, choosePort: chooseFirst(undefined, taken) });

    try {
      expect(await redisNote.read(other.url)).toBeUndefined();
      expect(other.nodes).toHaveLength(3);
    } finally {
      await other.dispose();
    }
  });

  it('syncs every write to disk, on every node', async () => {
    const replies = cluster.nodes.map(({ url }) => runRedisCommand(url, 'CONFIG', 'GET', 'appendfsync'));

    expect(new Set((await Promise.all(replies)).map(String))).toEqual(new Set(['appendfsync,always']));
  });
}
