import type Database from 'better-sqlite3';
import { type PositionedStatement, positionParameters } from '../named-parameters.ts';
import { isExpected, type Parameters, type Row, type SqlValue, type Statement, type Write } from '../sql-database.ts';

/** Thrown by a write that does not affect as many rows as it must. */
export class Rejected {
  constructor(readonly rows: readonly Row[]) {}
}

interface Prepared extends Pick<PositionedStatement, 'names'> {
  readonly statement: Database.Statement<unknown[]>;
}

/** A connection with its prepared statements. */
export class SqliteConnection {
  /** Weak, so that statements that are no longer used can be collected. */
  private readonly prepared = new WeakMap<Statement, readonly [Prepared, ...Prepared[]]>();

  constructor(private readonly database: Database.Database) {}

  first(statement: Statement, parameters: Parameters): Row | undefined {
    const [prepared] = this.prepare(statement);
    return prepared.statement.get(valuesOf(prepared, parameters)) as Row | undefined;
  }

  all(statement: Statement, parameters: Parameters): readonly Row[] {
    const [prepared] = this.prepare(statement);
    return prepared.statement.all(valuesOf(prepared, parameters)) as Row[];
  }

  write({ statement, parameters, rows }: Pick<Write, 'statement' | 'parameters' | 'rows'>): readonly Row[] {
    const [guarded, ...others] = this.prepare(statement);
    const written = run(guarded, parameters);
    if (!isExpected(rows, written.affected)) throw new Rejected(written.rows);
    for (const other of others) run(other, parameters);
    return written.rows;
  }

  close(): void {
    this.database.close();
  }

  private prepare(statement: Statement): readonly [Prepared, ...Prepared[]] {
    const known = this.prepared.get(statement);
    if (known) return known;
    const [first = '', ...others] = [statement.sqlite].flat();
    const prepared = [this.prepareText(first), ...others.map((text) => this.prepareText(text))] as const;
    this.prepared.set(statement, prepared);
    return prepared;
  }

  private prepareText(named: string): Prepared {
    const { text, names } = positionParameters(named);
    return { statement: this.database.prepare<unknown[]>(text), names };
  }
}

function run(prepared: Prepared, parameters: Parameters): { readonly rows: readonly Row[]; readonly affected: number } {
  const values = valuesOf(prepared, parameters);
  if (!prepared.statement.reader) return { rows: [], affected: prepared.statement.run(values).changes };
  const rows = prepared.statement.all(values) as Row[];
  return { rows, affected: rows.length };
}

const valuesOf = ({ names }: Prepared, parameters: Parameters): (SqlValue | undefined)[] =>
  names.map((name) => parameters[name]);
