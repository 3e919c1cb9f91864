import { forBoth, type Migration } from './migration.ts';

/** Deliveries are looked for by `next_due`: the least `due_at` of those that are pending, or earlier. */
export const webhookMigration: Migration = [
  forBoth(
    `CREATE TABLE webhook (
       account_id TEXT NOT NULL REFERENCES account (id) ON DELETE CASCADE,
       id TEXT COLLATE "C" NOT NULL,
       url TEXT NOT NULL,
       description TEXT NOT NULL,
       types TEXT NOT NULL,
       prompts TEXT NOT NULL,
       labels TEXT NOT NULL,
       enabled INTEGER NOT NULL,
       problem TEXT,
       created_at BIGINT NOT NULL,
       secret_sealed TEXT NOT NULL,
       previous_sealed TEXT,
       previous_until BIGINT,
       position TEXT NOT NULL,
       position_revision BIGINT NOT NULL,
       last_success_at BIGINT,
       last_failure_at BIGINT,
       failing_since BIGINT,
       lease_owner TEXT NOT NULL DEFAULT '',
       lease_until BIGINT NOT NULL DEFAULT 0,
       next_due BIGINT,
       PRIMARY KEY (account_id, id)
     )`,
  ),
  forBoth(
    `CREATE TABLE webhook_delivery (
       account_id TEXT NOT NULL,
       webhook_id TEXT COLLATE "C" NOT NULL,
       revision BIGINT NOT NULL,
       n BIGINT NOT NULL,
       event_id TEXT NOT NULL,
       type TEXT NOT NULL,
       state TEXT NOT NULL,
       attempts BIGINT NOT NULL,
       created_at BIGINT NOT NULL,
       due_at BIGINT,
       attempted_at BIGINT,
       status BIGINT,
       error TEXT,
       response TEXT,
       body TEXT NOT NULL,
       PRIMARY KEY (account_id, webhook_id, revision, n),
       FOREIGN KEY (account_id, webhook_id) REFERENCES webhook (account_id, id) ON DELETE CASCADE
     )`,
  ),
  `CREATE INDEX webhook_delivery_pending ON webhook_delivery (account_id, webhook_id, due_at) WHERE state = 'pending'`,
  'CREATE INDEX webhook_delivery_by_creation ON webhook_delivery (created_at)',
];
