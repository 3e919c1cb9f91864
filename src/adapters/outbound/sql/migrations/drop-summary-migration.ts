import { type Migration, NOTHING } from './migration.ts';

/** Summaries are serialized by the service again, so SQLite no longer derives them. */
export const dropSummaryMigration: Migration = [
  { sqlite: 'DROP INDEX prompt_by_name', postgres: NOTHING },
  { sqlite: 'ALTER TABLE prompt DROP COLUMN summary', postgres: NOTHING },
  { sqlite: 'CREATE INDEX prompt_by_name ON prompt (account_id, archived, name)', postgres: NOTHING },
];
