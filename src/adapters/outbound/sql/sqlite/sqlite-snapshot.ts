import Database from 'better-sqlite3';
import type { Parameters, Row, SqlSnapshot, Statement } from '../sql-database.ts';

/** What counts as an outage, as everywhere else. */
type Translate = (error: unknown) => unknown;

/** One read transaction. It keeps nobody from writing, but the write-ahead log grows as long as it lasts. */
export class SqliteSnapshot implements SqlSnapshot {
  private readonly prepared = new Map<Statement, Database.Statement>();

  private constructor(
    private readonly database: Database.Database,
    private readonly translated: Translate,
  ) {}

  static of(file: string, translated: Translate): SqliteSnapshot {
    const database = new Database(file, { readonly: true, timeout: 0 });
    try {
      // Everything is looked at once: to keep what was read would only take up memory.
      database.pragma('cache_size = -1000');
      database.exec('BEGIN');
      // The moment is that of the first read.
      database.prepare('SELECT version FROM schema_version').get();
      return new SqliteSnapshot(database, translated);
    } catch (error) {
      database.close();
      throw error;
    }
  }

  async all(statement: Statement, parameters: Parameters): Promise<readonly Row[]> {
    try {
      return this.prepare(statement).all(parameters) as Row[];
    } catch (error) {
      throw this.translated(error);
    }
  }

  async close(): Promise<void> {
    this.database.close();
  }

  private prepare(statement: Statement): Database.Statement {
    const prepared = this.prepared.get(statement) ?? this.database.prepare(statement.sqlite);
    this.prepared.set(statement, prepared);
    return prepared;
  }
}
