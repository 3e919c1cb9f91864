import Database from 'better-sqlite3';
import { Redis } from 'ioredis';
import { Client } from 'pg';
import { type HostAndPort, parseStorageUrl } from '../../../src/adapters/composition/configuration/storage-url.ts';

/** Lets them through again. */
export type Release = () => Promise<void>;

const A_LONG_TIME_MS = 600_000;

/**
 * From now on the counts of calls cannot be written, though everything can still be read: an outage that a service
 * meets only in the background. A Redis must be the test's own, because all of it is blocked.
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
      throw new Error(`no way to block the writes of ${location.kind}`);
  }
}

function blockSqlite(file: string): Release {
  const intruder = new Database(file);
  intruder.exec('BEGIN IMMEDIATE');
  return async () => void intruder.close();
}

async function blockPostgres(url: string): Promise<Release> {
  const intruder = new Client({ connectionString: url });
  await intruder.connect();
  await intruder.query('BEGIN; LOCK TABLE usage_batch IN ACCESS EXCLUSIVE MODE');
  return () => intruder.end();
}

/** What is sent meanwhile is carried out afterwards, when nobody waits for its answer any more. */
async function blockRedis(nodes: readonly HostAndPort[]): Promise<Release> {
  const clients = nodes.map(({ host, port }) => new Redis(port, host));
  await Promise.all(clients.map((client) => client.client('PAUSE', A_LONG_TIME_MS, 'WRITE')));
  return async () => {
    await Promise.all(clients.map((client) => client.client('UNPAUSE')));
    for (const client of clients) client.disconnect();
  };
}
