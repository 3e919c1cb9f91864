import { Cluster, Redis } from 'ioredis';
import { Client } from 'pg';
import { QUERY_TIMEOUT_MS } from '../../../support/servers/test-server.ts';

/** A minimal use of a server: write a note that replaces the last one, and read it. */
export interface Note {
  /** Resolves when the server has acknowledged the note. */
  leave(url: string, text: string): Promise<void>;
  /** Undefined when there is none. Rejects when the server does not reply in time. */
  read(url: string, timeoutMs?: number): Promise<string | undefined>;
}

export const postgresNote: Note = {
  leave: (url, text) =>
    withPostgres(url, QUERY_TIMEOUT_MS, async (client) => {
      await client.query('CREATE TABLE IF NOT EXISTS note (place TEXT PRIMARY KEY, text TEXT)');
      await client.query("INSERT INTO note VALUES ('note', $1) ON CONFLICT (place) DO UPDATE SET text = $1", [text]);
    }),
  read: (url, timeoutMs = QUERY_TIMEOUT_MS) =>
    withPostgres(url, timeoutMs, async (client) => {
      const table = await client.query<{ found: string | null }>("SELECT to_regclass('note') AS found");
      if (table.rows[0]?.found === null) return undefined;
      return (await client.query<{ text: string }>('SELECT text FROM note')).rows[0]?.text;
    }),
};

export const redisNote: Note = {
  leave: (url, text) => withRedis(url, QUERY_TIMEOUT_MS, async (client) => void (await client.set('note', text))),
  read: (url, timeoutMs = QUERY_TIMEOUT_MS) =>
    withRedis(url, timeoutMs, async (client) => (await client.get('note')) ?? undefined),
};

async function withPostgres<Result>(
  url: string,
  timeoutMs: number,
  use: (client: Client) => Promise<Result>,
): Promise<Result> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: timeoutMs, query_timeout: timeoutMs });
  // Each failing call rejects itself.
  client.on('error', () => {});
  try {
    await client.connect();
    return await use(client);
  } finally {
    await client.end();
  }
}

async function withRedis<Result>(
  url: string,
  timeoutMs: number,
  use: (client: Redis | Cluster) => Promise<Result>,
): Promise<Result> {
  const client = openRedis(url, timeoutMs);
  client.on('error', () => {});
  try {
    await client.connect();
    return await use(client);
  } finally {
    client.disconnect();
  }
}

function openRedis(url: string, timeoutMs: number): Redis | Cluster {
  const options = {
    connectTimeout: timeoutMs,
    commandTimeout: timeoutMs,
    maxRetriesPerRequest: 0,
    retryStrategy: () => null,
  };
  const nodes = /^redis-cluster:\/\/(.+)$/.exec(url)?.[1];
  if (nodes === undefined) return new Redis(url, { ...options, lazyConnect: true });
  return new Cluster(
    nodes.split(',').map((node) => `redis://${node}`),
    { redisOptions: options, lazyConnect: true, slotsRefreshTimeout: timeoutMs, clusterRetryStrategy: () => null },
  );
}
