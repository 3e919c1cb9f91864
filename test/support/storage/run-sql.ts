import Database from 'better-sqlite3';
import { parseStorageUrl } from '../../../src/adapters/composition/configuration/storage-url.ts';
import { executeSql } from '../servers/postgres/postgres-database.ts';

/** Runs statements on the SQL storage with this URL, even those that its foreign keys forbid. */
export async function runSql(url: string, ...texts: readonly string[]): Promise<void> {
  const location = parseStorageUrl(url);
  if (location.kind !== 'sqlite') {
    for (const text of texts) await executeSql(url, text);
    return;
  }
  const database = new Database(location.file);
  database.pragma('foreign_keys = OFF');
  for (const text of texts) database.exec(text);
  database.close();
}
