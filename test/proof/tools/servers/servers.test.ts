import { existsSync } from 'node:fs';
import { Cluster, Redis } from 'ioredis';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { executeSql } from '../../../support/servers/postgres/postgres-database.ts';
import { startPostgres } from '../../../support/servers/postgres/postgres-server.ts';
import { startRedisCluster } from '../../../support/servers/redis/redis-cluster.ts';
import { runRedisCommand } from '../../../support/servers/redis/redis-command.ts';
import { startRedis } from '../../../support/servers/redis/redis-server.ts';
import { type ControlledServer, QUERY_TIMEOUT_MS, type TestServer } from '../../../support/servers/test-server.ts';
import { STORAGES, wantedStorages } from '../../../support/servers/wanted-storages.ts';
import { processesIn } from './processes-in.ts';

/** A connection that writes a note, and reads it within a time. */
interface Connection {
  write(text: string): Promise<unknown>;
  read(): Promise<string | null | undefined>;
  close(): unknown;
}

async function connectPostgres(url: string, timeoutMs: number): Promise<Connection> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: timeoutMs, query_timeout: timeoutMs });
  // Each failing call rejects itself.
  client.on('error', () => {});
  await client.connect();
  return {
    write: async (text) => {
      await client.query('CREATE TABLE IF NOT EXISTS note (id INTEGER PRIMARY KEY, text TEXT)');
      await client.query('INSERT INTO note VALUES (1, $1) ON CONFLICT (id) DO UPDATE SET text = $1', [text]);
    },
    read: async () => (await client.query<{ text: string }>('SELECT text FROM note')).rows[0]?.text,
    close: () => client.end(),
  };
}

async function connectRedis(url: string, timeoutMs: number): Promise<Connection> {
  const options = { connectTimeout: timeoutMs, commandTimeout: timeoutMs, maxRetriesPerRequest: 0 };
  const nodes = /^redis-cluster:\/\/(.+)$/.exec(url)?.[1]?.split(',');
  const client = nodes
    ? new Cluster(
        nodes.map((node) => `redis://${node}`),
        { redisOptions: options, lazyConnect: true, slotsRefreshTimeout: timeoutMs, clusterRetryStrategy: () => null },
      )
    : new Redis(url, { ...options, lazyConnect: true, retryStrategy: () => null });
  client.on('error', () => {});
  await client.connect();
  return {
    write: (text) => client.set('note', text),
    read: () => client.get('note'),
    close: () => client.disconnect(),
  };
}

const startOne = async (start: () => Promise<TestServer>) => {
  const server = await start();
  return { server, nodes: [server] };
};

const kinds = [
  { storage: 'postgres', connect: connectPostgres, start: () => startOne(startPostgres) },
  { storage: 'redis', connect: connectRedis, start: () => startOne(startRedis) },
  {
    storage: 'redis-cluster',
    connect: connectRedis,
    start: async () => {
      // A long timeout, because these tests are not about failover from a frozen node.
      const server = await startRedisCluster({ nodeTimeoutMs: 15_000 });
      return { server, nodes: server.nodes };
    },
  },
] as const;

/** A proof that kills or pauses a server shows nothing if the server survives it, or never had the data on disk. */
describe.each(kinds.filter(({ storage }) => wantedStorages().includes(storage)))('$storage', (kind) => {
  let server: ControlledServer;
  let nodes: readonly TestServer[];

  beforeAll(async () => {
    ({ server, nodes } = await kind.start());
  });
  afterAll(() => server.dispose());

  async function use<Result>(work: (connection: Connection) => Promise<Result>, timeoutMs = QUERY_TIMEOUT_MS) {
    const connection = await kind.connect(server.url, timeoutMs);
    try {
      return await work(connection);
    } finally {
      await connection.close();
    }
  }

  it.each(['stop', 'kill'] as const)('does not respond after %s, and has its data when started again', async (end) => {
    await use((connection) => connection.write(`before ${end}`));

    await server[end]();
    await expect(use((connection) => connection.read(), 1000)).rejects.toThrow();

    await server.start();
    expect(await use((connection) => connection.read())).toBe(`before ${end}`);
  });

  it('does not respond while it is paused, not even on an open connection', async () => {
    await use((connection) => connection.write('before the pause'));
    const open = await kind.connect(server.url, 200);

    server.pause();
    await expect(open.read()).rejects.toThrow();

    server.resume();
    await open.close();
    expect(await use((connection) => connection.read())).toBe('before the pause');
  });

  it('can be killed while it is paused', async () => {
    await use((connection) => connection.write('before both'));

    server.pause();
    await server.kill();

    await server.start();
    expect(await use((connection) => connection.read())).toBe('before both');
  });

  it('leaves no process and no folder when disposed', async () => {
    const other = await kind.start();
    const folders = other.nodes.map(({ folder }) => folder);
    expect(await Promise.all(folders.map(processesIn))).not.toContainEqual([]);

    await other.server.dispose();

    expect(await Promise.all(folders.map(processesIn))).toEqual(folders.map(() => []));
    expect(folders.filter((folder) => existsSync(folder))).toEqual([]);
  });

  it('has an acknowledged write on disk', async () => {
    if (kind.storage !== 'postgres') {
      const settings = await Promise.all(nodes.map(({ url }) => runRedisCommand(url, 'CONFIG', 'GET', 'appendfsync')));
      expect(new Set(settings.map(String))).toEqual(new Set(['appendfsync,always']));
      return;
    }
    expect(await executeSql(server.url, 'SHOW fsync')).toEqual([{ fsync: 'on' }]);
    expect(await executeSql(server.url, 'SHOW synchronous_commit')).toEqual([{ synchronous_commit: 'on' }]);
  });
});

describe('wantedStorages', () => {
  it('returns all storages unless STORAGE narrows the run', () => {
    expect(wantedStorages({})).toEqual(STORAGES);
    expect(wantedStorages({ STORAGE: 'sqlite, redis' })).toEqual(['sqlite', 'redis']);
  });

  it('fails for an unknown name', () => {
    expect(() => wantedStorages({ STORAGE: 'sqlite,mysql' })).toThrow('STORAGE names an unknown backend: mysql');
  });
});
