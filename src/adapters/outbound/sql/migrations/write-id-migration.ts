import type { Migration } from './migration.ts';

/**
 * The id of the last write (domain/prompts/write-id.ts), beside the revisions of prompts and of accounts. Null for what was
 * last written by an earlier release.
 */
export const writeIdMigration: Migration = [
  'ALTER TABLE account ADD COLUMN prompts_write_id TEXT',
  'ALTER TABLE prompt ADD COLUMN write_id TEXT',
];
