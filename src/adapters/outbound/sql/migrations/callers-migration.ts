import { forBoth, type Migration } from './migration.ts';

/** The programs that use an account's key, and the versions that each was last served. */
export const callersMigration: Migration = [
  forBoth(
    `CREATE TABLE caller (
       account_id TEXT NOT NULL REFERENCES account (id) ON DELETE CASCADE,
       caller_id TEXT COLLATE "C" NOT NULL,
       name TEXT NOT NULL,
       address TEXT NOT NULL,
       interfaces BIGINT NOT NULL,
       first_seen BIGINT NOT NULL,
       last_seen BIGINT NOT NULL,
       calls BIGINT NOT NULL,
       labels_evicted INTEGER NOT NULL,
       PRIMARY KEY (account_id, caller_id)
     ) WITHOUT ROWID`,
  ),
  'CREATE INDEX caller_by_last_seen ON caller (last_seen)',
  // The prompt is '' and the version null for lists. Prompts that were served may have been deleted since.
  forBoth(
    `CREATE TABLE caller_label (
       account_id TEXT NOT NULL,
       caller_id TEXT COLLATE "C" NOT NULL,
       prompt_id TEXT COLLATE "C" NOT NULL,
       label TEXT COLLATE "C" NOT NULL,
       version BIGINT,
       at BIGINT NOT NULL,
       PRIMARY KEY (account_id, caller_id, prompt_id, label),
       FOREIGN KEY (account_id, caller_id) REFERENCES caller (account_id, caller_id) ON DELETE CASCADE
     ) WITHOUT ROWID`,
  ),
];
