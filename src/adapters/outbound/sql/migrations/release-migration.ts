import { forBoth, type Migration } from './migration.ts';

/**
 * What labels serve (rows/release-row.ts): with each move, and the current lock with its label. Null for what an earlier
 * release wrote. The accounts in `pending_lock` protect labels that may lack locks.
 */
export const releaseMigration: Migration = [
  'ALTER TABLE label_move ADD COLUMN release TEXT',
  'ALTER TABLE prompt_label ADD COLUMN lock TEXT',
  forBoth(
    `CREATE TABLE pending_lock (
       account_id TEXT PRIMARY KEY REFERENCES account (id) ON DELETE CASCADE
     ) WITHOUT ROWID`,
  ),
  'INSERT INTO pending_lock (account_id) SELECT DISTINCT account_id FROM protected_label',
];
