import type Database from 'better-sqlite3';
import { isExpected, type Parameters, type Row, type Statement, type Write } from '../sql-database.ts';

/** Thrown by a write that does not affect as many rows as it must. */
export class Rejected {
  constructor(readonly rows: readonly Row[]) {}
}

/** A connection with its prepared statements. */
export class SqliteConnection {
  /** Weak, so that statements that are no longer used can be collected. */
  private readonly prepared = new WeakMap<Statement, Database.Statement>();

  constructor(private readonly database: Database.Database) {}

  first(statement: Statement, parameters: Parameters): Row | undefined {
    return this.prepare(statement).get(parameters) as Row | undefined;
  }

  all(statement: Statement, parameters: Parameters): readonly Row[] {
    return this.prepare(statement).all(parameters) as Row[];
  }

  write({ statement, parameters, rows }: Pick<Write, 'statement' | 'parameters' | 'rows'>): readonly Row[] {
    const prepared = this.prepare(statement);
    if (prepared.reader) {
      const returned = prepared.all(parameters) as Row[];
      if (!isExpected(rows, returned.length)) throw new Rejected(returned);
      return returned;
    }
    const { changes } = prepared.run(parameters);
    if (!isExpected(rows, changes)) throw new Rejected([]);
    return [];
  }

  close(): void {
    this.database.close();
  }

  private prepare(statement: Statement): Database.Statement {
    let prepared = this.prepared.get(statement);
    if (!prepared) {
      prepared = this.database.prepare(statement.sqlite);
      this.prepared.set(statement, prepared);
    }
    return prepared;
  }
}
