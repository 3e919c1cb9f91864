import Database from 'better-sqlite3';
import type { Parameters, Row, SqlSnapshot, Statement } from '../sql-database.ts';

/** One read transaction. It keeps nobody from writing, but the write-ahead log grows as long as it lasts. */
export class SqliteSnapshot implements SqlSnapshot {
  private readonly prepared = new Map<Statement, Database.Statement>();

  private constructor(private readonly database: Database.Database) {}

  static of(file: string): SqliteSnapshot {
    const database = new Database(file, { readonly: true, timeout: 0 });
    try {
      database.exec('BEGIN');
      // The moment is that of the first read.
      database.prepare('SELECT version FROM schema_version').get();
      return new SqliteSnapshot(database);
    } catch (error) {
      database.close();
      throw error;
    }
  }

  async all(statement: Statement, parameters: Parameters): Promise<readonly Row[]> {
    let prepared = this.prepared.get(statement);
    if (!prepared) {
      prepared = this.database.prepare(statement.sqlite);
      this.prepared.set(statement, prepared);
    }
    return prepared.all(parameters) as Row[];
  }

  async close(): Promise<void> {
    this.database.close();
  }
}
