import type {
  AttemptResult,
  DeliveryPage,
  QueuedChanges,
  WebhookDeliveries,
} from '../../../../application/ports/webhooks/webhook-deliveries.ts';
import type { WebhookReference } from '../../../../application/ports/webhooks/webhooks.ts';
import type { AccountId } from '../../../../domain/accounts/account.ts';
import type { Credential } from '../../../../domain/accounts/actor.ts';
import type { ChangePosition } from '../../../../domain/changes/change.ts';
import type { WebhookId } from '../../../../domain/webhooks/webhook.ts';
import { DELIVERIES_MAX, PENDING_DELIVERIES_MAX } from '../../../../domain/webhooks/webhook-delivery.ts';
import { fromDeliveryRow, toAttemptFields, toDeliveryRow, toPositionFields } from '../../rows/webhook-row.ts';
import { applyWithCredential } from '../credential-guard.ts';
import { deleteInBatches } from '../delete-in-batches.ts';
import { overRows, type SqlDatabase, statement } from '../sql-database.ts';
import { COUNT_PENDING, NEXT_DUE } from './sql-webhooks.ts';

/** Every write locks the webhook before its deliveries, so that two of them cannot deadlock. */
const ADVANCE = statement(
  `UPDATE webhook SET position = :position, position_revision = :position_revision,
     problem = CASE WHEN CAST(:skipped AS INTEGER) = 1 THEN 'events_skipped' ELSE problem END
   WHERE account_id = :account_id AND id = :id AND enabled = 1 AND lease_owner = :instance AND lease_until > :now
     AND position = :from`,
);
const ADD = statement(
  overRows(
    'rows',
    (rows) =>
      `INSERT INTO webhook_delivery (account_id, webhook_id, revision, n, event_id, type, state, attempts, created_at,
         due_at, body)
       SELECT CAST(:account_id AS TEXT), CAST(:id AS TEXT), CAST(item.value ->> 0 AS BIGINT),
         CAST(item.value ->> 1 AS BIGINT), item.value ->> 2, item.value ->> 3, item.value ->> 4,
         CAST(item.value ->> 5 AS BIGINT), CAST(item.value ->> 6 AS BIGINT), CAST(item.value ->> 7 AS BIGINT),
         item.value ->> 8
       FROM ${rows} WHERE TRUE ON CONFLICT DO NOTHING`,
  ),
);
const HAS_ROOM = statement(
  `UPDATE webhook SET next_due = ${NEXT_DUE}
   WHERE account_id = :account_id AND id = :id AND ${COUNT_PENDING} <= :most`,
);
const DELETE_OLDEST = statement(
  `DELETE FROM webhook_delivery WHERE account_id = :account_id AND webhook_id = :id AND (revision, n) IN
     (SELECT revision, n FROM webhook_delivery
      WHERE account_id = :account_id AND webhook_id = :id AND state <> 'pending' ORDER BY revision, n
      LIMIT (SELECT CASE WHEN COUNT(*) > :most THEN COUNT(*) - :most ELSE 0 END FROM webhook_delivery
             WHERE account_id = :account_id AND webhook_id = :id))`,
);
const DUE = statement(
  `SELECT * FROM webhook_delivery
   WHERE account_id = :account_id AND webhook_id = :id AND state = 'pending' AND due_at <= :now
   ORDER BY due_at, revision, n LIMIT :limit`,
);
const LOCK_WEBHOOK = statement(
  'UPDATE webhook SET lease_until = lease_until WHERE account_id = :account_id AND id = :id',
);
const RECORD = statement(
  `UPDATE webhook_delivery SET state = :state, attempts = :attempts, due_at = CAST(:due_at AS BIGINT),
     attempted_at = :attempted_at, status = CAST(:status AS BIGINT), error = CAST(:error AS TEXT), response = :response
   WHERE account_id = :account_id AND webhook_id = :id AND revision = :revision AND n = :n AND attempts = :attempts - 1`,
);
const SUCCEED = statement(
  `UPDATE webhook SET last_success_at = :at, failing_since = NULL, next_due = ${NEXT_DUE}
   WHERE account_id = :account_id AND id = :id`,
);
const FAIL = statement(
  `UPDATE webhook SET last_failure_at = :at, failing_since = COALESCE(failing_since, :at), next_due = ${NEXT_DUE},
     enabled = CASE WHEN CAST(:problem AS TEXT) IS NULL THEN enabled ELSE 0 END,
     problem = COALESCE(CAST(:problem AS TEXT), problem)
   WHERE account_id = :account_id AND id = :id`,
);
const RETRY = statement(
  `UPDATE webhook_delivery SET state = 'pending', due_at = :due_at
   WHERE account_id = :account_id AND webhook_id = :id AND revision = :revision AND n = :n`,
);
const SET_NEXT_DUE = statement(`UPDATE webhook SET next_due = ${NEXT_DUE} WHERE account_id = :account_id AND id = :id`);
const FIND = statement(
  `SELECT * FROM webhook_delivery
   WHERE account_id = :account_id AND webhook_id = :id AND revision = :revision AND n = :n`,
);
const LIST = statement(
  `SELECT * FROM webhook_delivery
   WHERE account_id = :account_id AND webhook_id = :id AND (revision, n) < (:revision, :n)
     AND (CAST(:state AS TEXT) IS NULL OR state = CAST(:state AS TEXT))
   ORDER BY revision DESC, n DESC LIMIT :limit`,
);
const DELETE_SOME = statement(
  `DELETE FROM webhook_delivery WHERE (account_id, webhook_id, revision, n) IN
     (SELECT account_id, webhook_id, revision, n FROM webhook_delivery WHERE created_at < :cutoff
      ORDER BY account_id, webhook_id, revision, n LIMIT 500)
   RETURNING n`,
);

const AFTER_ALL: ChangePosition = { revision: Number.MAX_SAFE_INTEGER, n: 0 };

export class SqlWebhookDeliveries implements WebhookDeliveries {
  constructor(private readonly database: SqlDatabase) {}

  async enqueue({ accountId, id }: WebhookReference, queued: QueuedChanges) {
    const { instance, now, from, to, deliveries, skipped = false } = queued;
    const webhook = { account_id: accountId, id };
    const advanced = { ...toPositionFields(to), skipped: Number(skipped), instance, now: now.getTime(), from: from.id };
    const rows = JSON.stringify(deliveries.map((delivery) => Object.values(toDeliveryRow(delivery))));
    const additions = [
      { statement: ADD, parameters: { ...webhook, rows }, growth: 'history' as const },
      { statement: HAS_ROOM, parameters: { ...webhook, most: PENDING_DELIVERIES_MAX }, rows: 1 },
      { statement: DELETE_OLDEST, parameters: { ...webhook, most: DELIVERIES_MAX } },
    ];
    const result = await this.database.atomically([
      { statement: ADVANCE, parameters: { ...webhook, ...advanced }, rows: 1 },
      ...(deliveries.length > 0 ? additions : []),
    ]);
    if (!('rejectedAt' in result)) return 'enqueued';
    return result.rejectedAt === 0 ? 'superseded' : 'full';
  }

  async due({ accountId, id }: WebhookReference, now: Date, limit: number) {
    const rows = await this.database.all(DUE, { account_id: accountId, id, now: now.getTime(), limit });
    return rows.map(fromDeliveryRow);
  }

  async record({ accountId, id }: WebhookReference, result: AttemptResult) {
    const { position, state, dueAt, disables = null } = result;
    const webhook = { account_id: accountId, id };
    const delivery = { revision: position.revision, n: position.n };
    const attempt = { state, due_at: dueAt?.getTime() ?? null, ...toAttemptFields(result) };
    const at = result.at.getTime();
    const written = await this.database.atomically([
      { statement: LOCK_WEBHOOK, parameters: webhook, rows: 1 },
      { statement: RECORD, parameters: { ...webhook, ...delivery, ...attempt }, rows: 1 },
      state === 'done'
        ? { statement: SUCCEED, parameters: { ...webhook, at } }
        : { statement: FAIL, parameters: { ...webhook, at, problem: disables } },
    ]);
    return 'rejectedAt' in written ? 'superseded' : 'recorded';
  }

  async retry(
    { accountId, id }: WebhookReference,
    { revision, n }: ChangePosition,
    dueAt: Date,
    credential?: Credential,
  ) {
    const webhook = { account_id: accountId, id };
    const result = await applyWithCredential(this.database, accountId, credential, [
      { statement: LOCK_WEBHOOK, parameters: webhook, rows: 1 },
      { statement: RETRY, parameters: { ...webhook, revision, n, due_at: dueAt.getTime() }, rows: 1 },
      { statement: SET_NEXT_DUE, parameters: webhook },
    ]);
    return 'rejectedAt' in result ? 'not-found' : 'due';
  }

  async find(owner: AccountId, id: WebhookId, { revision, n }: ChangePosition) {
    const row = await this.database.first(FIND, { account_id: owner, id, revision, n });
    return row && fromDeliveryRow(row);
  }

  async listOf(owner: AccountId, id: WebhookId, page: DeliveryPage) {
    const { state = null, before = AFTER_ALL, limit } = page;
    const { revision, n } = before;
    const rows = await this.database.all(LIST, { account_id: owner, id, state, revision, n, limit });
    return rows.map(fromDeliveryRow);
  }

  async deleteBefore(cutoff: Date) {
    await deleteInBatches(this.database, DELETE_SOME, { cutoff: cutoff.getTime() });
  }
}
