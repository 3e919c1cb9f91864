export type Dialect = 'sqlite' | 'postgres';

/** The statements that lead from one version of the schema to the next. */
export type Migration = readonly (string | Readonly<Record<Dialect, string>>)[];

/**
 * Drops what a dialect does not know or need: SQLite compares text by its bytes anyway, and Postgres has no rowid to
 * leave out.
 */
export const forBoth = (text: string): Readonly<Record<Dialect, string>> => ({
  sqlite: text.replaceAll(' COLLATE "C"', ''),
  postgres: text.replaceAll(' WITHOUT ROWID', ''),
});

/** A statement for the dialect that needs none where the other one does. */
export const NOTHING = 'SELECT 1';
