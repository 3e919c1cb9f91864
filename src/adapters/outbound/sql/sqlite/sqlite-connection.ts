import type Database from 'better-sqlite3';
import { positionParameters, type ValuePlace } from '../named-parameters.ts';
import {
  isExpected,
  type Parameters,
  type Row,
  type SqlValue,
  type Statement,
  type Write,
  type WriteStatement,
} from '../sql-database.ts';

/** Thrown by a write that does not affect as many rows as it must. */
export class Rejected {
  constructor(readonly rows: readonly Row[]) {}
}

interface Prepared {
  readonly statement: Database.Statement<unknown[]>;
  readonly places: readonly ValuePlace[];
}

/** A connection with its prepared statements. */
export class SqliteConnection {
  /** Weak, so that statements that are no longer used can be collected. */
  private readonly prepared = new WeakMap<WriteStatement, Prepared>();

  constructor(private readonly database: Database.Database) {}

  first(statement: Statement, parameters: Parameters): Row | undefined {
    const prepared = this.prepare(statement);
    return prepared.statement.get(valuesOf(prepared, parameters)) as Row | undefined;
  }

  all(statement: Statement, parameters: Parameters): readonly Row[] {
    const prepared = this.prepare(statement);
    return prepared.statement.all(valuesOf(prepared, parameters)) as Row[];
  }

  write({ statement, parameters, rows }: Pick<Write, 'statement' | 'parameters' | 'rows'>): readonly Row[] {
    const prepared = this.prepare(statement);
    const values = valuesOf(prepared, parameters);
    if (prepared.statement.reader) {
      const returned = prepared.statement.all(values) as Row[];
      if (!isExpected(rows, returned.length)) throw new Rejected(returned);
      return returned;
    }
    const { changes } = prepared.statement.run(values);
    if (!isExpected(rows, changes)) throw new Rejected([]);
    return [];
  }

  close(): void {
    this.database.close();
  }

  private prepare(statement: WriteStatement): Prepared {
    let prepared = this.prepared.get(statement);
    if (!prepared) {
      const { text, places } = positionParameters(statement.sqlite);
      prepared = { statement: this.database.prepare<unknown[]>(text), places };
      this.prepared.set(statement, prepared);
    }
    return prepared;
  }
}

const valuesOf = ({ places }: Prepared, parameters: Parameters): (SqlValue | undefined)[] =>
  places.map(({ name, index }) => {
    const value = parameters[name];
    return value instanceof Int32Array ? value[index ?? 0] : value;
  });
