import { forBoth, type Migration } from './migration.ts';

/** The responses to requests with an idempotency key. Nobody but their client can read them, so they name no account. */
export const responseMigration: Migration = [
  forBoth(
    `CREATE TABLE response_record (
       key TEXT COLLATE "C" PRIMARY KEY,
       record TEXT NOT NULL,
       expires_at BIGINT NOT NULL
     )`,
  ),
  'CREATE INDEX response_record_by_expiry ON response_record (expires_at)',
];
