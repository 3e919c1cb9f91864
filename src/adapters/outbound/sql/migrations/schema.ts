import { SchemaTooNew } from '../../../../application/ports/storage/storage-administration.ts';
import { callersMigration } from './callers-migration.ts';
import { dropSummaryMigration } from './drop-summary-migration.ts';
import { type Dialect, forBoth, type Migration } from './migration.ts';
import { migrations01 } from './migrations-0-1.ts';
import { refusedCallsMigration } from './refused-calls-migration.ts';
import { releaseMigration } from './release-migration.ts';
import { responseMigration } from './response-migration.ts';
import { searchMigration } from './search-migration.ts';
import { summaryMigration } from './summary-migration.ts';
import { webhookMigration } from './webhook-migration.ts';
import { writeIdMigration } from './write-id-migration.ts';

const OWN_BYTES = 'octet_length(variables) + octet_length(config) + octet_length(body)';

/** Numbered by their position in the list, forward only: a released migration is never edited. */
const migrations: readonly Migration[] = [
  ...migrations01,
  [
    // Content is stored once per account, whatever the number of versions that have it. Versions of 0.1 hold their own;
    // later ones refer to it, and leave those columns empty. Moving the content of 0.1 could take hours.
    forBoth(
      `CREATE TABLE prompt_content (
         account_id TEXT NOT NULL REFERENCES account (id) ON DELETE CASCADE,
         digest TEXT COLLATE "C" NOT NULL,
         bytes BIGINT NOT NULL,
         variables TEXT NOT NULL,
         config TEXT NOT NULL,
         body TEXT NOT NULL,
         PRIMARY KEY (account_id, digest)
       )`,
    ),
    forBoth('ALTER TABLE prompt_version ADD COLUMN content_digest TEXT COLLATE "C"'),
    `CREATE INDEX prompt_version_by_content ON prompt_version (account_id, content_digest, prompt_id)
     WHERE content_digest IS NOT NULL`,
    // Counts for the quotas. Every change of prompts updates both under the lock of the account.
    'ALTER TABLE account ADD COLUMN prompt_count BIGINT NOT NULL DEFAULT 0',
    'ALTER TABLE account ADD COLUMN content_bytes BIGINT NOT NULL DEFAULT 0',
    // Neither database reads a long text for its length.
    `UPDATE account SET
       prompt_count = (SELECT COUNT(*) FROM prompt WHERE prompt.account_id = account.id),
       content_bytes = (SELECT COALESCE(SUM(${OWN_BYTES}), 0) FROM prompt_version
         WHERE prompt_version.account_id = account.id)`,
  ],
  [
    // No longer used, except by services of 0.1 while they still run.
    'DELETE FROM sign_in_attempt',
    forBoth(
      `CREATE TABLE sign_in_record (
         key TEXT COLLATE "C" PRIMARY KEY,
         record TEXT NOT NULL,
         expires_at BIGINT NOT NULL
       )`,
    ),
    'CREATE INDEX sign_in_record_by_expiry ON sign_in_record (expires_at)',
  ],
  searchMigration,
  [
    // The changes of each write of prompts, in the order of the account's revisions.
    // A deleted prompt stays in its history.
    forBoth(
      `CREATE TABLE change (
         account_id TEXT NOT NULL REFERENCES account (id) ON DELETE CASCADE,
         revision BIGINT NOT NULL,
         n BIGINT NOT NULL,
         type TEXT NOT NULL,
         at BIGINT NOT NULL,
         prompt_id TEXT,
         name TEXT,
         label TEXT,
         version BIGINT,
         previous BIGINT,
         hash TEXT,
         by_channel TEXT NOT NULL,
         message TEXT,
         extra TEXT,
         PRIMARY KEY (account_id, revision, n)
       ) WITHOUT ROWID`,
    ),
  ],
  callersMigration,
  [
    forBoth(
      `CREATE TABLE protected_label (
         account_id TEXT NOT NULL REFERENCES account (id) ON DELETE CASCADE,
         label TEXT COLLATE "C" NOT NULL,
         PRIMARY KEY (account_id, label)
       ) WITHOUT ROWID`,
    ),
  ],
  webhookMigration,
  refusedCallsMigration,
  summaryMigration,
  writeIdMigration,
  dropSummaryMigration,
  releaseMigration,
  responseMigration,
];

export const schemaVersion = migrations.length;

interface NumberedMigration {
  /** The schema version after this migration. */
  readonly version: number;
  readonly statements: readonly string[];
}

/** The migrations that a storage of the version found still lacks. */
export function missingMigrations(found: number, dialect: Dialect): NumberedMigration[] {
  if (found > schemaVersion) throw new SchemaTooNew(found, schemaVersion);
  return migrations.slice(found).map((definitions, index) => ({
    version: found + index + 1,
    statements: definitions.map((definition) => (typeof definition === 'string' ? definition : definition[dialect])),
  }));
}

export const CREATE_VERSION_TABLE = `CREATE TABLE IF NOT EXISTS schema_version
  (only_row INTEGER PRIMARY KEY CHECK (only_row = 1), version INTEGER NOT NULL)`;

/** The version is our own number, so it is safe to interpolate. */
export const setVersion = (version: number): string =>
  `INSERT INTO schema_version (only_row, version) VALUES (1, ${version})
   ON CONFLICT (only_row) DO UPDATE SET version = excluded.version`;
