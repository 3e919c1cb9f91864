import { randomBytes } from 'node:crypto';
import { Client } from 'pg';

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

/** Runs one statement on the server with this URL. */
export async function executeSql(url: string, sql: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}
