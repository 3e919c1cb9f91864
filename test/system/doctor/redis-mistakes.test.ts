import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseStorageUrl } from '../../../src/adapters/composition/configuration/storage-url.ts';
import { RedisDiagnosis } from '../../../src/adapters/outbound/redis/maintenance/redis-diagnosis.ts';
import { redisFindings } from '../../../src/adapters/outbound/redis/maintenance/redis-findings.ts';
import { invariant } from '../../../src/domain/invariant.ts';
import { type RedisCluster, startRedisCluster } from '../../support/servers/redis/redis-cluster.ts';
import { runRedisCommand } from '../../support/servers/redis/redis-command.ts';
import { startRedisSentinel } from '../../support/servers/redis/redis-sentinel.ts';
import { startRedis } from '../../support/servers/redis/redis-server.ts';
import type { TestServer } from '../../support/servers/test-server.ts';
import { wantedStorages } from '../../support/servers/wanted-storages.ts';
import { aProblem } from './doctor-report.ts';

/** Long enough that Sentinel does not fail over on a busy machine; no test stops this master. */
const DOWN_AFTER_MS = 60_000;

function diagnosisOf(url: string, minReplicas = 0): RedisDiagnosis {
  const location = parseStorageUrl(url);
  invariant(
    location.kind === 'redis' || location.kind === 'redis-cluster' || location.kind === 'redis-sentinel',
    'a Redis is looked at',
  );
  return new RedisDiagnosis({ location, prefix: location.prefix, minReplicas });
}

const findProblems = async (url: string, minReplicas?: number) => {
  const { findings } = await diagnosisOf(url, minReplicas).examine();
  return findings.filter(({ severity }) => severity !== 'ok');
};

describe.runIf(wantedStorages().includes('redis'))('doctor on Redis', () => {
  let server: TestServer;

  beforeAll(async () => {
    server = await startRedis();
  });

  afterAll(() => server?.dispose());

  const set = (name: string, value: string) => runRedisCommand(server.url, 'CONFIG', 'SET', name, value);

  it('reports the server time and an empty schema, and creates nothing', async () => {
    const before = Date.now();

    const facts = await diagnosisOf(server.url).examine();

    expect(facts).toMatchObject({ schema: { found: 0 }, keyringChecks: new Map(), time: expect.any(Date) });
    expect(facts.time?.getTime()).toBeGreaterThanOrEqual(before);
    expect(facts.time?.getTime()).toBeLessThanOrEqual(Date.now());
    expect(facts.findings.map(({ severity }) => severity)).toEqual(['ok']);
    expect(await runRedisCommand(server.url, 'DBSIZE')).toBe(0);
  });

  it.each([
    ['appendonly', 'no', 'yes', aProblem('error', 'durability', 'appendonly no', 'appendonly yes')],
    ['appendfsync', 'everysec', 'always', aProblem('warning', 'durability', 'the last second', 'appendfsync always')],
    ['appendfsync', 'no', 'always', aProblem('warning', 'durability', 'appendfsync no', 'appendfsync always')],
    ['maxmemory-policy', 'allkeys-lru', 'noeviction', aProblem('error', 'eviction', 'deletes accounts', 'noeviction')],
    ['maxmemory', '1', '0', aProblem('error', 'memory', 'prompts cannot be written', 'raise maxmemory')],
  ])('reports %s %s', async (name, wrong, right, expected) => {
    await set(name, wrong);
    try {
      expect(await findProblems(server.url)).toEqual([expected]);
    } finally {
      await set(name, right);
    }
  });

  it('reports fewer replicas than storage.redis.minReplicas', async () => {
    expect(await findProblems(server.url, 1)).toEqual([
      aProblem('error', 'replicas', '0 replicas, but storage.redis.minReplicas is 1', 'connect more replicas'),
    ]);
  });

  it('warns when the server hides its settings, as managed services do', async () => {
    await runRedisCommand(server.url, 'ACL', 'SETUSER', 'guest', 'on', '>secret', '~*', '&*', '+@all', '-config');
    const url = server.url.replace('redis://', 'redis://guest:secret@');

    expect(await findProblems(url)).toEqual([aProblem('warning', 'durability', 'does not report', 'console')]);

    await runRedisCommand(server.url, 'ACL', 'SETUSER', 'guest', '-info');
    expect(await findProblems(url)).toEqual([
      aProblem('warning', 'durability', 'does not report', 'console'),
      aProblem('warning', 'eviction', 'does not report', 'console'),
    ]);
  });

  it('reports a replica', async () => {
    const replica = await startRedis({ args: ['--replicaof', '127.0.0.1', String(server.address.port)] });
    try {
      expect(await findProblems(replica.url)).toEqual([
        aProblem('error', 'server role', 'is a replica', 'name the master'),
      ]);
    } finally {
      await replica.dispose();
    }
  });

  it('warns that a Sentinel failover may lose unreplicated writes, and reports a URL that names a sentinel', async () => {
    const trio = await startRedisSentinel(DOWN_AFTER_MS);
    const sentinel = trio.url.replace(/^redis-sentinel:\/\/([^/]+)\/.*/, 'redis://$1');
    try {
      await trio.replicated();
      expect(await findProblems(trio.url)).toEqual([aProblem('warning', 'replicas', 'failover', 'minReplicas to 1')]);
      expect(await findProblems(trio.url, 1)).toEqual([]);
      expect(await findProblems(sentinel)).toContainEqual(
        aProblem('error', 'server role', 'sentinel', 'redis-sentinel://'),
      );
    } finally {
      await trio.dispose();
    }
  });

  it('reports an unsupported server version', () => {
    const facts = { mode: 'standalone', role: 'master', replicas: 0, appendonly: 'yes', appendfsync: 'always' };
    const old = { ...facts, address: 'cache:6379', version: '6.2.14', maxmemoryPolicy: 'noeviction' };

    expect(redisFindings([{ ...old, usedBytes: 1, maxBytes: 0 }], { kind: 'redis', minReplicas: 0 })).toEqual([
      aProblem('error', 'server version', 'Redis 6.2.14', '7.0'),
    ]);
  });
});

describe.runIf(wantedStorages().includes('redis-cluster'))('doctor on Redis Cluster', () => {
  let cluster: RedisCluster;

  beforeAll(async () => {
    cluster = await startRedisCluster({ replicas: 0 });
  });

  afterAll(() => cluster?.dispose());

  it('checks every node', async () => {
    const [, node] = cluster.nodes;
    invariant(node !== undefined, 'a cluster has several nodes');
    await runRedisCommand(node.url, 'CONFIG', 'SET', 'appendfsync', 'everysec');
    try {
      expect(await findProblems(cluster.url)).toEqual([
        aProblem(
          'warning',
          'durability',
          `127.0.0.1:${node.address.port} has appendfsync everysec`,
          'appendfsync always',
        ),
      ]);
    } finally {
      await runRedisCommand(node.url, 'CONFIG', 'SET', 'appendfsync', 'always');
    }
  });

  it('reports a cluster that is configured as a single server', async () => {
    const url = cluster.nodes[0]?.url ?? '';

    expect(await findProblems(url)).toEqual([aProblem('error', 'server role', 'runs as cluster', 'redis-cluster://')]);
  });

  it('reports unserved slots', async () => {
    await runRedisCommand(cluster.nodes[0]?.url ?? '', 'CLUSTER', 'DELSLOTS', '0');

    expect(await findProblems(cluster.url)).toEqual([
      aProblem('error', 'cluster', 'of 16384 slots', 'redis-cli --cluster'),
    ]);
  });
});
