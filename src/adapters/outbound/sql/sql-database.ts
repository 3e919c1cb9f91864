/** A statement with named parameters (`:name`). Created when its file is loaded, prepared once per driver. */
export interface Statement {
  /** The name of the prepared statement on a connection. A statement without a name is not kept prepared. */
  readonly name?: string;
  /** More than one text for a write of several tables, which is one statement on Postgres. The guard is that of the first. */
  readonly sqlite: string | readonly string[];
  readonly postgres: string;
}

export type SqlValue = string | number | null;
export type Parameters = Readonly<Record<string, SqlValue>>;
export type Row = Readonly<Record<string, unknown>>;

export interface Write {
  readonly statement: Statement;
  readonly parameters: Parameters;
  /** The number of rows it must affect; `some`: at least one. Any number is fine when omitted. */
  readonly rows?: number | 'some';
  readonly growth?: Growth;
}

/**
 * Marks writes that let the storage grow without a bound. `content` is rejected with StorageFull while the storage is nearly
 * full. `history` (label moves, statistics) is not, but may use only half of the space that is set aside for when it is
 * full; the other half is for resets, sign-ins and deletions.
 */
export type Growth = 'content' | 'history';

export const growthOf = (writes: readonly Pick<Write, 'growth'>[]): Growth | undefined =>
  writes.find(({ growth }) => growth === 'content')?.growth ?? writes.find(({ growth }) => growth)?.growth;

/**
 * The account whose lock a transaction may wait for, by its first write. Statements name it `owner` or `account_id`, those of accounts
 * themselves `id`. The id of something else does no harm: its writes are taken for those of another account.
 */
export function accountOf({ owner, account_id, id }: Parameters = {}): string | undefined {
  const account = owner ?? account_id ?? id;
  return typeof account === 'string' ? account : undefined;
}

/** Whether a write affected as many rows as it must. */
export const isExpected = (rows: Write['rows'], affected: number): boolean =>
  rows === undefined || (rows === 'some' ? affected > 0 : affected === rows);

export type WriteResult =
  | { readonly rows: readonly (readonly Row[])[] }
  /** A rejection, with the rows that the rejected write returned. */
  | { readonly rejectedAt: number; readonly rejectedRows: readonly Row[] };

/**
 * The boundary between the repositories, written once, and the drivers of SQLite and Postgres.
 *
 * A transaction is a list of guarded writes, never a callback: SQLite has one connection and runs synchronously, so an
 * `await` inside a transaction would let other requests into it.
 */
export interface SqlDatabase {
  first(statement: Statement, parameters: Parameters): Promise<Row | undefined>;

  all(statement: Statement, parameters: Parameters): Promise<readonly Row[]>;

  /**
   * Applies all writes or none, and returns the rows of each RETURNING. The first write that does not affect the
   * number of rows it expects rolls everything back; its index and its rows are returned. Rejects with StorageFull if there is no room.
   */
  atomically(writes: readonly Write[]): Promise<WriteResult>;

  /** A single write that does not wait for the disk: it survives a crash of the process, but maybe not a power cut. */
  writeRelaxed(statement: Statement, parameters: Parameters): Promise<readonly Row[]>;

  /** A consistent view of everything as of now, on a connection of its own. Does not block others. */
  snapshot(): Promise<SqlSnapshot>;
}

export interface SqlSnapshot {
  all(statement: Statement, parameters: Parameters): Promise<readonly Row[]>;
  close(): Promise<void>;
}

/** Applies one write that must affect a row. False if there is no such row. */
export const writeRow = async (
  database: Pick<SqlDatabase, 'atomically'>,
  statement: Statement,
  parameters: Parameters,
): Promise<boolean> => !('rejectedAt' in (await database.atomically([{ statement, parameters, rows: 1 }])));

let statementCount = 0;

type Texts = Pick<Statement, 'sqlite' | 'postgres'>;

/** One text for both dialects, or one for each where they differ. */
export function statement(text: string | Texts): Statement {
  statementCount += 1;
  const texts = typeof text === 'string' ? { sqlite: text, postgres: text } : text;
  return { name: `ph${statementCount}`, ...texts };
}

/**
 * Passes any number of rows as one JSON parameter, a list of lists. In the text they are a table named `item`, whose
 * first field is `item.value ->> 0`.
 */
export const overRows = (parameter: string, text: (rows: string) => string) => ({
  sqlite: text(`json_each(:${parameter}) AS item`),
  postgres: text(`jsonb_array_elements(CAST(:${parameter} AS jsonb)) AS item(value)`),
});
