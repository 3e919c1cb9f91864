import { SchemaTooNew } from '../../../application/ports/storage-administration.ts';

/**
 * Numbered by their place in the list, forward only: a migration that was released is never edited.
 * The texts are the same for SQLite and Postgres. Times are milliseconds since 1970.
 */
export const migrations: readonly (readonly string[])[] = [
  [
    `CREATE TABLE account (
       id TEXT PRIMARY KEY,
       email TEXT NOT NULL UNIQUE,
       name TEXT NOT NULL,
       password_hash TEXT NOT NULL,
       key_digest TEXT NOT NULL UNIQUE,
       key_sealed TEXT NOT NULL,
       key_issued_at BIGINT NOT NULL,
       rotations BIGINT NOT NULL DEFAULT 0,
       created_at BIGINT NOT NULL
     )`,
    `CREATE TABLE key_rotation (
       account_id TEXT NOT NULL REFERENCES account (id) ON DELETE CASCADE,
       number BIGINT NOT NULL,
       issued_digest TEXT NOT NULL,
       rotated_at BIGINT NOT NULL,
       rotated_by TEXT NOT NULL,
       address TEXT,
       PRIMARY KEY (account_id, number)
     )`,
    // Remembers for ever that there has been a first account, and which one.
    'CREATE TABLE first_account (only_row INTEGER PRIMARY KEY CHECK (only_row = 1), account_id TEXT NOT NULL)',
    'CREATE TABLE keyring_check (kid TEXT PRIMARY KEY, value TEXT NOT NULL)',
    // The columns and their order are those that rate-limiter-flexible expects.
    'CREATE TABLE sign_in_attempt (key TEXT PRIMARY KEY, points INTEGER NOT NULL DEFAULT 0, expire BIGINT)',
    'CREATE INDEX sign_in_attempt_expire ON sign_in_attempt (expire)',
  ],
];

export const schemaVersion = migrations.length;

/** The migrations a storage of that version still lacks, each with the version it leads to. */
export function missingMigrations(found: number): { version: number; statements: readonly string[] }[] {
  if (found > schemaVersion) throw new SchemaTooNew(found, schemaVersion);
  return migrations.slice(found).map((statements, index) => ({ version: found + index + 1, statements }));
}

export const CREATE_VERSION_TABLE = `CREATE TABLE IF NOT EXISTS schema_version
  (only_row INTEGER PRIMARY KEY CHECK (only_row = 1), version INTEGER NOT NULL)`;

/** The version is a number of our own making, so it may stand in the text. */
export const setVersion = (version: number): string =>
  `INSERT INTO schema_version (only_row, version) VALUES (1, ${version})
   ON CONFLICT (only_row) DO UPDATE SET version = excluded.version`;
