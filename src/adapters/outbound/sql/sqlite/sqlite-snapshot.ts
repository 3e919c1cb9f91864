import Database from 'better-sqlite3';
import type { Parameters, Row, SqlSnapshot, Statement } from '../sql-database.ts';
import { SqliteConnection } from './sqlite-connection.ts';

/** Turns outages into `StorageUnavailable`. */
type TranslateError = (error: unknown) => unknown;

/** One read transaction. It does not block writers, but the write-ahead log grows while it is open. */
export class SqliteSnapshot implements SqlSnapshot {
  private readonly connection: SqliteConnection;

  private constructor(
    database: Database.Database,
    private readonly translateError: TranslateError,
  ) {
    this.connection = new SqliteConnection(database);
  }

  static of(file: string, translateError: TranslateError): SqliteSnapshot {
    const database = new Database(file, { readonly: true, timeout: 0 });
    try {
      // Every page is read only once, so a large cache would waste memory.
      database.pragma('cache_size = -1000');
      database.exec('BEGIN');
      // The snapshot is taken by the first read, not by BEGIN.
      database.prepare('SELECT version FROM schema_version').get();
      return new SqliteSnapshot(database, translateError);
    } catch (error) {
      database.close();
      throw error;
    }
  }

  async all(statement: Statement, parameters: Parameters): Promise<readonly Row[]> {
    try {
      return this.connection.all(statement, parameters);
    } catch (error) {
      throw this.translateError(error);
    }
  }

  async close(): Promise<void> {
    this.connection.close();
  }
}
