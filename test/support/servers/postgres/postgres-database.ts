import { randomBytes } from 'node:crypto';
import { Client, type ClientConfig } from 'pg';
import { QUERY_TIMEOUT_MS } from '../test-server.ts';

/** Creates an empty database on the server with this URL, and returns its URL. */
export async function createDatabase(serverUrl: string): Promise<string> {
  const name = `test_${randomBytes(8).toString('hex')}`;
  await executeSql(serverUrl, `CREATE DATABASE ${name}`);
  return withDatabase(serverUrl, name);
}

/** Closes open connections too, so that a test that leaks one does not break another. */
export async function dropDatabase(url: string): Promise<void> {
  const name = new URL(url).pathname.slice(1);
  await executeSql(withDatabase(url, 'postgres'), `DROP DATABASE IF EXISTS "${name}" WITH (FORCE)`);
}

function withDatabase(url: string, name: string): string {
  const changed = new URL(url);
  changed.pathname = name;
  return changed.href;
}

type Row = Readonly<Record<string, unknown>>;

/** Runs statements on a connection of their own, however long they take. Returns the rows of a single one. */
export const executeSql = (url: string, sql: string): Promise<readonly Row[]> => run({ connectionString: url }, sql);

/** Rejects if the server does not respond in time. */
export const querySql = (url: string, sql: string): Promise<readonly Row[]> =>
  run({ connectionString: url, connectionTimeoutMillis: QUERY_TIMEOUT_MS, query_timeout: QUERY_TIMEOUT_MS }, sql);

async function run(config: ClientConfig, sql: string): Promise<readonly Row[]> {
  const client = new Client(config);
  // A broken connection also rejects the query.
  client.on('error', () => {});
  try {
    await client.connect();
    return (await client.query<Row>(sql)).rows;
  } finally {
    await client.end();
  }
}
