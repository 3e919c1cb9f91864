import { forBoth, type Migration } from './migration.ts';

/**
 * The migrations of release 0.1: never edited.
 * SQLite and Postgres share their statements where possible. Times are milliseconds since 1970.
 */
export const migrations01: readonly Migration[] = [
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
    // Records permanently which account was the first, even after it is removed.
    'CREATE TABLE first_account (only_row INTEGER PRIMARY KEY CHECK (only_row = 1), account_id TEXT NOT NULL)',
    'CREATE TABLE keyring_check (kid TEXT PRIMARY KEY, value TEXT NOT NULL)',
    // The columns and their order are those that rate-limiter-flexible expects.
    'CREATE TABLE sign_in_attempt (key TEXT PRIMARY KEY, points INTEGER NOT NULL DEFAULT 0, expire BIGINT)',
    'CREATE INDEX sign_in_attempt_expire ON sign_in_attempt (expire)',
  ],
  [
    // Incremented by every change of any of its prompts. The update also locks them for the transaction.
    'ALTER TABLE account ADD COLUMN prompts_revision BIGINT NOT NULL DEFAULT 0',
    // Long texts come last: SQLite reads a row from its beginning, and only as far as it must.
    forBoth(
      `CREATE TABLE prompt (
         account_id TEXT NOT NULL REFERENCES account (id) ON DELETE CASCADE,
         id TEXT COLLATE "C" NOT NULL,
         name TEXT COLLATE "C" NOT NULL,
         folder TEXT COLLATE "C" NOT NULL,
         type TEXT NOT NULL,
         archived INTEGER NOT NULL,
         latest_version BIGINT NOT NULL,
         latest_hash TEXT NOT NULL,
         revision BIGINT NOT NULL DEFAULT 1,
         created_at BIGINT NOT NULL,
         updated_at BIGINT NOT NULL,
         tags TEXT NOT NULL,
         labels TEXT NOT NULL DEFAULT '{}',
         description TEXT NOT NULL,
         search TEXT NOT NULL,
         PRIMARY KEY (account_id, id),
         UNIQUE (account_id, name)
       )`,
    ),
    // A page of a list is a range of an index, so its cost does not depend on the number of prompts.
    'CREATE INDEX prompt_by_name ON prompt (account_id, archived, name)',
    'CREATE INDEX prompt_by_update ON prompt (account_id, archived, updated_at, id)',
    forBoth(
      `CREATE TABLE prompt_version (
         account_id TEXT NOT NULL,
         prompt_id TEXT COLLATE "C" NOT NULL,
         version BIGINT NOT NULL,
         type TEXT NOT NULL,
         hash TEXT NOT NULL,
         restored_from BIGINT,
         published_at BIGINT NOT NULL,
         message TEXT NOT NULL,
         variables TEXT NOT NULL,
         config TEXT NOT NULL,
         body TEXT NOT NULL,
         PRIMARY KEY (account_id, prompt_id, version),
         FOREIGN KEY (account_id, prompt_id) REFERENCES prompt (account_id, id) ON DELETE CASCADE
       )`,
    ),
    forBoth(
      `CREATE TABLE prompt_label (
         account_id TEXT NOT NULL,
         prompt_id TEXT COLLATE "C" NOT NULL,
         label TEXT COLLATE "C" NOT NULL,
         version BIGINT NOT NULL,
         PRIMARY KEY (account_id, prompt_id, label),
         FOREIGN KEY (account_id, prompt_id, version)
           REFERENCES prompt_version (account_id, prompt_id, version) ON DELETE CASCADE
       ) WITHOUT ROWID`,
    ),
    forBoth(
      `CREATE TABLE label_move (
         account_id TEXT NOT NULL,
         prompt_id TEXT COLLATE "C" NOT NULL,
         label TEXT COLLATE "C" NOT NULL,
         moved_at BIGINT NOT NULL,
         version BIGINT,
         previous BIGINT,
         moved_by TEXT NOT NULL,
         message TEXT NOT NULL,
         PRIMARY KEY (account_id, prompt_id, label, moved_at),
         FOREIGN KEY (account_id, prompt_id) REFERENCES prompt (account_id, id) ON DELETE CASCADE
       ) WITHOUT ROWID`,
    ),
    // The includes of all versions: versions are never deleted, so neither are their includes.
    forBoth(
      `CREATE TABLE prompt_include (
         account_id TEXT NOT NULL,
         prompt_id TEXT COLLATE "C" NOT NULL,
         target TEXT COLLATE "C" NOT NULL,
         target_name TEXT COLLATE "C" NOT NULL,
         PRIMARY KEY (account_id, prompt_id, target),
         FOREIGN KEY (account_id, prompt_id) REFERENCES prompt (account_id, id) ON DELETE CASCADE
       ) WITHOUT ROWID`,
    ),
    'CREATE INDEX prompt_include_by_target ON prompt_include (account_id, target_name)',
    // Derived: the facets that lists are filtered by (tags, labels, folder, type), with the columns to sort by.
    forBoth(
      `CREATE TABLE prompt_mark (
         account_id TEXT NOT NULL,
         prompt_id TEXT COLLATE "C" NOT NULL,
         kind TEXT COLLATE "C" NOT NULL,
         word TEXT COLLATE "C" NOT NULL,
         archived INTEGER NOT NULL,
         name TEXT COLLATE "C" NOT NULL,
         updated_at BIGINT NOT NULL,
         PRIMARY KEY (account_id, prompt_id, kind, word),
         FOREIGN KEY (account_id, prompt_id) REFERENCES prompt (account_id, id) ON DELETE CASCADE
       ) WITHOUT ROWID`,
    ),
    'CREATE INDEX prompt_mark_by_name ON prompt_mark (account_id, kind, word, archived, name)',
    'CREATE INDEX prompt_mark_by_update ON prompt_mark (account_id, kind, word, archived, updated_at, prompt_id)',
  ],
  [
    // The last use of any key that the account has had.
    forBoth(
      `CREATE TABLE key_use (
         account_id TEXT PRIMARY KEY REFERENCES account (id) ON DELETE CASCADE,
         last_used_at BIGINT NOT NULL
       ) WITHOUT ROWID`,
    ),
    // The last batch of counts that each instance wrote. A sequence number is roughly its creation time.
    forBoth(
      `CREATE TABLE usage_batch (
         account_id TEXT NOT NULL REFERENCES account (id) ON DELETE CASCADE,
         instance TEXT COLLATE "C" NOT NULL,
         sequence BIGINT NOT NULL,
         PRIMARY KEY (account_id, instance)
       ) WITHOUT ROWID`,
    ),
    'CREATE INDEX usage_batch_by_sequence ON usage_batch (sequence)',
    forBoth(
      `CREATE TABLE usage_call (
         account_id TEXT NOT NULL REFERENCES account (id) ON DELETE CASCADE,
         hour BIGINT NOT NULL,
         route TEXT COLLATE "C" NOT NULL,
         status_class TEXT COLLATE "C" NOT NULL,
         count BIGINT NOT NULL,
         PRIMARY KEY (account_id, hour, route, status_class)
       ) WITHOUT ROWID`,
    ),
    'CREATE INDEX usage_call_by_hour ON usage_call (hour)',
    forBoth(
      `CREATE TABLE usage_read (
         account_id TEXT NOT NULL REFERENCES account (id) ON DELETE CASCADE,
         hour BIGINT NOT NULL,
         prompt_id TEXT COLLATE "C" NOT NULL,
         version BIGINT NOT NULL,
         count BIGINT NOT NULL,
         PRIMARY KEY (account_id, hour, prompt_id, version)
       ) WITHOUT ROWID`,
    ),
    'CREATE INDEX usage_read_by_hour ON usage_read (hour)',
  ],
  [
    // Incremented by every change of the password. A session with another epoch has ended.
    'ALTER TABLE account ADD COLUMN session_epoch BIGINT NOT NULL DEFAULT 0',
    forBoth(
      `CREATE TABLE session (
         digest TEXT COLLATE "C" PRIMARY KEY,
         session_id TEXT COLLATE "C" NOT NULL,
         account_id TEXT NOT NULL REFERENCES account (id) ON DELETE CASCADE,
         epoch BIGINT NOT NULL,
         started_at BIGINT NOT NULL,
         seen_at BIGINT NOT NULL,
         address TEXT NOT NULL,
         user_agent TEXT NOT NULL,
         UNIQUE (account_id, session_id)
       )`,
    ),
    'CREATE INDEX session_by_seen ON session (seen_at)',
  ],
  [
    "ALTER TABLE keyring_check ADD COLUMN standing TEXT NOT NULL DEFAULT 'open'",
    'CREATE TABLE keyring_holder (id TEXT PRIMARY KEY, reads TEXT NOT NULL, writes TEXT NOT NULL, expires_at BIGINT NOT NULL)',
  ],
  [
    // Exists while a transfer is in progress: its source and how far it got.
    `CREATE TABLE transfer (
       only_row INTEGER PRIMARY KEY CHECK (only_row = 1),
       source TEXT NOT NULL,
       account_id TEXT,
       records BIGINT NOT NULL DEFAULT 0
     )`,
  ],
];
