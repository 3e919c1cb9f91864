/** A statement with named parameters (`:name`). Made once, when its file is loaded, and prepared once by each driver. */
export interface Statement {
  /** Tells prepared statements apart on a connection. One without a name is not left behind there. */
  readonly name?: string;
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

  /** One write alone, that is not worth waiting for a disk: a machine that loses power may forget it, a process may not. */
  lightly(write: Pick<Write, 'statement' | 'parameters'>): Promise<readonly Row[]>;

  /** Sees everything as it is now, however long it is looked at. On a connection of its own, in nobody's way. */
  snapshot(): Promise<SqlSnapshot>;
}

export interface SqlSnapshot {
  all(statement: Statement, parameters: Parameters): Promise<readonly Row[]>;
  close(): Promise<void>;
}

let statementCount = 0;

type Texts = Pick<Statement, 'sqlite' | 'postgres'>;

/** One text for both, or two beside each other where the dialects truly differ. */
export function statement(text: string | Texts): Statement {
  statementCount += 1;
  const texts = typeof text === 'string' ? { sqlite: text, postgres: text } : text;
  return { name: `ph${statementCount}`, ...texts };
}

/**
 * A parameter with any number of rows, as JSON: a list of lists. Inside the text it is a table named `item`, of which
 * `item.value ->> 0` is the first field.
 */
export const overRows = (parameter: string, text: (rows: string) => string): Texts => ({
  sqlite: text(`json_each(:${parameter}) AS item`),
  postgres: text(`jsonb_array_elements(CAST(:${parameter} AS jsonb)) AS item(value)`),
});
