/** A statement with named parameters (`:name`). Made once, when its file is loaded, and prepared once by each driver. */
export interface Statement {
  /** Tells prepared statements apart on a connection. */
  readonly name: string;
  readonly sqlite: string;
  readonly postgres: string;
}

export type SqlValue = string | number | null;
export type Parameters = Readonly<Record<string, SqlValue>>;
export type Row = Readonly<Record<string, unknown>>;

export interface Write {
  readonly statement: Statement;
  readonly parameters: Parameters;
  /** How many rows it must touch; any number when left out. */
  readonly rows?: number;
}

export type WriteResult = { readonly rows: readonly (readonly Row[])[] } | { readonly refusedAt: number };

/**
 * The seam between the repositories, written once, and the drivers of SQLite and Postgres.
 *
 * What must be atomic is a list of guarded writes and never a callback: SQLite has one connection and
 * answers synchronously, so an `await` inside a transaction would let other requests in.
 */
export interface SqlDatabase {
  first(statement: Statement, parameters: Parameters): Promise<Row | undefined>;

  all(statement: Statement, parameters: Parameters): Promise<readonly Row[]>;

  /**
   * All of the writes, or none; answers what each RETURNING gave. The first write that does not touch the
   * number of rows it expects undoes everything and is named by its place in the list.
   */
  atomically(writes: readonly Write[]): Promise<WriteResult>;
}

let statementCount = 0;

/** One text for both, or two beside each other where the dialects truly differ. */
export function statement(text: string | Pick<Statement, 'sqlite' | 'postgres'>): Statement {
  statementCount += 1;
  const texts = typeof text === 'string' ? { sqlite: text, postgres: text } : text;
  return { name: `ph${statementCount}`, ...texts };
}
