import { chown, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { Client } from 'pg';
import { startPostgres } from '../servers/postgres/postgres-server.ts';
import { startRedisCluster } from '../servers/redis/redis-cluster.ts';
import { startRedis } from '../servers/redis/redis-server.ts';
import { unprivilegedUser } from '../servers/unprivileged-user.ts';
import { wantedStorages } from '../servers/wanted-storages.ts';
import { SmallFileSystem } from './small-file-system.ts';

/** A storage that a test can fill to its limit, as another program with data on it would. */
export interface SmallStorage {
  readonly url: string;
  /** How many resets must work while it is full. */
  readonly resets: number;
  /** Whether the service has set space aside for resets and sign-ins. */
  hasReserve(): Promise<boolean>;
  fill(): Promise<void>;
  /** Removes what `fill` wrote. */
  free(): Promise<void>;
  dispose(): Promise<void>;
}

const MEBIBYTE = 1024 * 1024;
/** Postgres fills it more slowly than it would fill one that is large enough for a service on SQLite. */
const FILE_SYSTEM_MEBIBYTES = { sqlite: 160, postgres: 32 };
const RESETS = 20;

/** Its file system has no byte left. */
async function smallSqlite(): Promise<SmallStorage> {
  const files = await SmallFileSystem.mount(FILE_SYSTEM_MEBIBYTES.sqlite);
  const file = join(files.folder, 'prompthold.db');
  return {
    url: `sqlite:${file}`,
    resets: 300,
    hasReserve: async () => (await stat(`${file}-reserve`)).size === 8 * MEBIBYTE,
    fill: async () => files.fill(),
    free: async () => files.free(),
    dispose: () => files.dispose(),
  };
}

/** Its tablespace has no byte left; the write-ahead log is on another disk. */
async function smallPostgres(): Promise<SmallStorage> {
  const files = await SmallFileSystem.mount(FILE_SYSTEM_MEBIBYTES.postgres);
  const server = await startPostgres();
  const user = await unprivilegedUser();
  if (user) await chown(files.folder, user.uid, user.gid);
  const client = new Client({ connectionString: server.url });
  await client.connect();
  await client.query(`CREATE TABLESPACE small LOCATION '${files.folder}'`);
  await client.query('CREATE DATABASE small TABLESPACE small');
  await client.end();
  const url = new URL(server.url);
  url.pathname = 'small';
  return {
    url: url.href,
    resets: RESETS,
    hasReserve: () => hasTable(url.href, 'storage_reserve_4'),
    fill: async () => files.fill(),
    free: async () => files.free(),
    dispose: async () => {
      await server.dispose();
      await files.dispose();
    },
  };
}

async function hasTable(url: string, name: string): Promise<boolean> {
  const client = new Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query('SELECT to_regclass($1) IS NOT NULL AS found', [name]);
  await client.end();
  return rows[0].found;
}

const FILLER_BYTES = 64 * 1024;

/** Writes to each server until it rejects the smallest value. */
async function fillRedis(urls: readonly string[]): Promise<void> {
  for (const url of urls) {
    const client = new Redis(url);
    await client.config('SET', 'maxmemory', String(await usedMemory(client, 2 * MEBIBYTE)));
    for (let bytes = FILLER_BYTES; bytes >= 1; bytes = (await tryAppend(client, bytes)) ? bytes : bytes >> 1);
    client.disconnect();
  }
}

async function usedMemory(client: Redis, more: number): Promise<number> {
  return Number(/^used_memory:(\d+)/m.exec(await client.info('memory'))?.[1]) + more;
}

async function tryAppend(client: Redis, bytes: number): Promise<boolean> {
  try {
    await client.append(await fillerKey(client), 'x'.repeat(bytes));
    return true;
  } catch (error) {
    if (error instanceof Error && error.message.startsWith('OOM')) return false;
    throw error;
  }
}

/** A key that lies on this server, also if it is part of a cluster. */
async function fillerKey(client: Redis): Promise<string> {
  for (let index = 0; ; index += 1) {
    const key = `filler${index}`;
    try {
      await client.exists(key);
      return key;
    } catch (error) {
      if (!(error instanceof Error && error.message.startsWith('MOVED'))) throw error;
    }
  }
}

async function freeRedis(urls: readonly string[]): Promise<void> {
  for (const url of urls) {
    const client = new Redis(url);
    await client.config('SET', 'maxmemory', '0');
    await client.del(await fillerKey(client));
    client.disconnect();
  }
}

async function smallRedis(): Promise<SmallStorage> {
  const server = await startRedis();
  return {
    url: server.url,
    resets: RESETS,
    // Scripts may exceed the memory limit, so nothing is set aside.
    hasReserve: async () => true,
    fill: () => fillRedis([server.url]),
    free: () => freeRedis([server.url]),
    dispose: () => server.dispose(),
  };
}

async function smallRedisCluster(): Promise<SmallStorage> {
  const cluster = await startRedisCluster({ replicas: 0 });
  const urls = cluster.nodes.map(({ url }) => url);
  return {
    url: cluster.url,
    resets: RESETS,
    hasReserve: async () => true,
    fill: () => fillRedis(urls),
    free: () => freeRedis(urls),
    dispose: () => cluster.dispose(),
  };
}

/** Every storage that a service can run on, unless STORAGE narrows the run. */
export const smallStorages = [
  { name: 'sqlite', open: smallSqlite },
  { name: 'postgres', open: smallPostgres },
  { name: 'redis', open: smallRedis },
  { name: 'redis-cluster', open: smallRedisCluster },
].filter(({ name }) => wantedStorages().some((wanted) => wanted === name));
