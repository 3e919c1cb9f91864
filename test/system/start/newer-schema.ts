import Database from 'better-sqlite3';
import { Cluster, Redis } from 'ioredis';
import { parseStorageUrl } from '../../../src/adapters/composition/configuration/storage-url.ts';
import { executeSql } from '../../support/servers/postgres/postgres-database.ts';

const NEWER = 999;
const RAISE = `UPDATE schema_version SET version = ${NEWER}`;

/** Sets a schema version that only a newer release would have. */
export async function raiseSchema(storageUrl: string): Promise<unknown> {
  const location = parseStorageUrl(storageUrl);
  switch (location.kind) {
    case 'sqlite':
      return new Database(location.file).exec(RAISE).close();
    case 'postgres':
      return executeSql(location.url, RAISE);
    case 'redis':
      return raiseRedis(new Redis(location.port, location.host), location.prefix);
    case 'redis-cluster':
      return raiseRedis(new Cluster([...location.nodes]), location.prefix);
    default:
      throw new Error(`no way to raise the schema of ${location.kind}`);
  }
}

async function raiseRedis(client: Redis | Cluster, prefix: string): Promise<void> {
  try {
    await client.set(`${prefix}:schema`, NEWER);
  } finally {
    client.disconnect();
  }
}
