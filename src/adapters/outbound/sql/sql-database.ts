/** A statement with named parameters (`:name`). Created when its file is loaded, prepared once per driver. */
export interface Statement {
  /** The name of the prepared statement on a connection. A statement without a name is not kept prepared. */
  readonly name?: string;
  readonly sqlite: string;
  readonly postgres: string;
}

export type SqlValue = string | number | null;
/** A list has a place in the text for each of its numbers: `:name[0]`. Only SQLite takes lists. */
export type Parameters = Readonly<Record<string, SqlValue | Int32Array>>;
export type Row = Readonly<Record<string, unknown>>;

/** The last ones of a transaction have no text for Postgres if an earlier one does their work there. */
export type WriteStatement = Omit<Statement, 'postgres'> & { readonly postgres: string | undefined };

export interface Write {
  readonly statement: WriteStatement;
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

let statementCount = 0;

type Texts = Pick<Statement, 'sqlite' | 'postgres'>;

/** One text for both dialects, or one for each where they differ. */
export function statement(text: string | Texts): Statement {
  statementCount += 1;
  const texts = typeof text === 'string' ? { sqlite: text, postgres: text } : text;
  return { name: `ph${statementCount}`, ...texts };
}

/** A write that Postgres does as a part of another one: only there can a statement change several tables. */
export const sqliteStatement = (sqlite: string): WriteStatement => ({ ...statement(sqlite), postgres: undefined });

/**
 * Adds rows: SQLite one by one, because it keeps a journal for every statement that may write several, and Postgres all of
 * them with the first statement.
 */
export interface RowStatements {
  readonly first: Statement;
  /** The statement for all further rows, which only SQLite needs. */
  readonly next: WriteStatement;
}

/** Takes the text of one row for SQLite, and that of all rows for Postgres. */
export const rowStatements = ({ sqlite, postgres }: Texts): RowStatements => ({
  first: statement({ sqlite, postgres }),
  next: sqliteStatement(sqlite),
});

const combinations = new Map<string, Statement>();

/**
 * Lets Postgres make other writes in the statement of a first one: there, each statement costs more than its rows. The
 * others have no guard, need nothing that another of them writes, and give parameters of one name the same value. SQLite
 * makes them one by one; they must come last in the transaction.
 */
export function combineWrites<Each extends Write>(first: Each, others: readonly Each[]): readonly [Each, Each[]] {
  const combined = others.filter(({ statement }) => statement.postgres !== undefined);
  const key = [first, ...combined].map(({ statement }) => statement.name).join();
  const known = combinations.get(key) ?? combineStatements(first.statement, combined);
  combinations.set(key, known);
  const parameters = Object.assign({}, first.parameters, ...combined.map((write) => write.parameters));
  return [
    { ...first, statement: known, parameters },
    others.map((other) => ({ ...other, statement: onlySqlite(other.statement) })),
  ];
}

function combineStatements(first: WriteStatement, others: readonly Write[]): Statement {
  const parts = others.map(({ statement }, index) => `part${index} AS (${statement.postgres})`);
  return statement({ sqlite: first.sqlite, postgres: `WITH ${parts.join(', ')} ${first.postgres}` });
}

const withoutPostgres = new WeakMap<WriteStatement, WriteStatement>();

/** The same each time, so that it is prepared once. */
function onlySqlite(both: WriteStatement): WriteStatement {
  if (both.postgres === undefined) return both;
  const known = withoutPostgres.get(both) ?? sqliteStatement(both.sqlite);
  withoutPostgres.set(both, known);
  return known;
}

/**
 * Passes any number of rows as one JSON parameter, a list of lists. In the text they are a table named `item`, whose
 * first field is `item.value ->> 0`.
 */
export const overRows = (parameter: string, text: (rows: string) => string): Texts => ({
  sqlite: text(`json_each(:${parameter}) AS item`),
  postgres: text(`jsonb_array_elements(CAST(:${parameter} AS jsonb)) AS item(value)`),
});
