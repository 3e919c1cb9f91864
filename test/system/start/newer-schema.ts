import Database from 'better-sqlite3';
import { Cluster, Redis } from 'ioredis';
import { Client } from 'pg';
import { parseStorageUrl } from '../../../src/adapters/composition/configuration/storage-url.ts';

const NEWER = 999;

/** Sets a schema version that only a newer release would have. */
export async function raiseSchema(storageUrl: string): Promise<void> {
  const location = parseStorageUrl(storageUrl);
  switch (location.kind) {
    case 'sqlite':
      new Database(location.file).exec(`UPDATE schema_version SET version = ${NEWER}`).close();
      return;
    case 'postgres':
      return raisePostgres(location.url);
    case 'redis':
      return raiseRedis(new Redis(location.port, location.host), location.prefix);
    case 'redis-cluster':
      return raiseRedis(new Cluster([...location.nodes]), location.prefix);
    default:
      throw new Error(`no way to raise the schema of ${location.kind}`);
  }
}

async function raisePostgres(url: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(`UPDATE schema_version SET version = ${NEWER}`);
  } finally {
    await client.end();
  }
}

async function raiseRedis(client: Redis | Cluster, prefix: string): Promise<void> {
  try {
    await client.set(`${prefix}:schema`, NEWER);
  } finally {
    client.disconnect();
  }
}
