import { forBoth, type Migration } from './migration.ts';

/** The latest refused calls of each account, and the calls of each prompt that had a label or failed. */
export const refusedCallsMigration: Migration = [
  forBoth(
    `CREATE TABLE refused_call (
       account_id TEXT NOT NULL REFERENCES account (id) ON DELETE CASCADE,
       id TEXT COLLATE "C" NOT NULL,
       at BIGINT NOT NULL,
       route TEXT NOT NULL,
       status BIGINT NOT NULL,
       code TEXT,
       request_id TEXT NOT NULL,
       via TEXT NOT NULL,
       client TEXT,
       address TEXT,
       prompt_id TEXT,
       PRIMARY KEY (account_id, id)
     ) WITHOUT ROWID`,
  ),
  'CREATE INDEX refused_call_by_time ON refused_call (at)',
  // The version is 0 and the label '' if there was none. Prompts that were called may have been deleted since.
  forBoth(
    `CREATE TABLE usage_prompt (
       account_id TEXT NOT NULL REFERENCES account (id) ON DELETE CASCADE,
       hour BIGINT NOT NULL,
       prompt_id TEXT COLLATE "C" NOT NULL,
       version BIGINT NOT NULL,
       label TEXT COLLATE "C" NOT NULL,
       served BIGINT NOT NULL,
       failed BIGINT NOT NULL,
       PRIMARY KEY (account_id, hour, prompt_id, version, label)
     ) WITHOUT ROWID`,
  ),
  'CREATE INDEX usage_prompt_by_hour ON usage_prompt (hour)',
];
