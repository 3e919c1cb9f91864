import Database from 'better-sqlite3';
import { Redis } from 'ioredis';
import { Client } from 'pg';
import { type HostAndPort, parseStorageUrl } from '../../../src/adapters/composition/configuration/storage-url.ts';

/** Unblocks the writes. */
export type Release = () => Promise<void>;

const BLOCK_MS_MAX = 600_000;

/**
 * Blocks writes of usage counts while reads still work: an outage that a service only notices in the background.
 * A Redis must belong to the test alone, because all of its writes are blocked.
 */
export async function blockUsageWrites(storageUrl: string): Promise<Release> {
  const location = parseStorageUrl(storageUrl);
  switch (location.kind) {
    case 'sqlite':
      return blockSqlite(location.file);
    case 'postgres':
      return blockPostgres(location.url);
    case 'redis':
      return blockRedis([location]);
    case 'redis-cluster':
      return blockRedis(location.nodes);
    default:
      throw new Error(`cannot block the writes of ${location.kind}`);
  }
}

function blockSqlite(file: string): Release {
  const blocker = new Database(file);
  blocker.exec('BEGIN IMMEDIATE');
  return async () => void blocker.close();
}

async function blockPostgres(url: string): Promise<Release> {
  const blocker = new Client({ connectionString: url });
  await blocker.connect();
  await blocker.query('BEGIN; LOCK TABLE usage_batch IN ACCESS EXCLUSIVE MODE');
  return () => blocker.end();
}

/** Commands sent while paused are executed afterwards, when their callers have given up. */
async function blockRedis(nodes: readonly HostAndPort[]): Promise<Release> {
  const clients = nodes.map(({ host, port }) => new Redis(port, host));
  await Promise.all(clients.map((client) => client.client('PAUSE', BLOCK_MS_MAX, 'WRITE')));
  return async () => {
    await Promise.all(clients.map((client) => client.client('UNPAUSE')));
    for (const client of clients) client.disconnect();
  };
}
