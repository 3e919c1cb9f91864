import type {
  LeaseRequest,
  ReadySearch,
  WebhookChange,
  WebhookReference,
  Webhooks,
  WebhookWithSecrets,
} from '../../../../application/ports/webhooks/webhooks.ts';
import type { AccountId } from '../../../../domain/accounts/account.ts';
import type { Credential } from '../../../../domain/accounts/actor.ts';
import {
  type DisablingProblem,
  WEBHOOKS_MAX,
  type Webhook,
  type WebhookId,
  type WebhookSecrets,
} from '../../../../domain/webhooks/webhook.ts';
import { fromWebhookRow, toChangedFields, toSecretFields, toWebhookRow } from '../../rows/webhook-row.ts';
import { applyWithCredential, writeRowWithCredential } from '../credential-guard.ts';
import { columnsOf, insertRow } from '../insert-rows.ts';
import { type SqlDatabase, statement, writeRow } from '../sql-database.ts';

const LOCK_ACCOUNT = statement('UPDATE account SET session_epoch = session_epoch WHERE id = :account_id');
/** A statement of its own: Postgres would count before it waits for the lock. */
const HAS_ROOM = statement(
  `UPDATE account SET session_epoch = session_epoch WHERE id = :account_id
     AND (SELECT COUNT(*) FROM webhook WHERE account_id = :account_id) < :most`,
);
const ADD = insertRow('webhook', ['account_id', ...Object.keys(columnsOf('webhook'))]);
const FIND = statement('SELECT * FROM webhook WHERE account_id = :account_id AND id = :id');
const LIST = statement('SELECT * FROM webhook WHERE account_id = :account_id ORDER BY id');
const CHANGE = statement(
  `UPDATE webhook SET
     url = COALESCE(CAST(:url AS TEXT), url),
     description = COALESCE(CAST(:description AS TEXT), description),
     types = COALESCE(CAST(:types AS TEXT), types),
     prompts = COALESCE(CAST(:prompts AS TEXT), prompts),
     labels = COALESCE(CAST(:labels AS TEXT), labels),
     enabled = COALESCE(CAST(:enabled AS INTEGER), enabled),
     problem = CASE WHEN CAST(:enabled AS INTEGER) = 1 THEN NULL ELSE problem END,
     failing_since =
       CASE WHEN CAST(:enabled AS INTEGER) = 1 OR CAST(:url AS TEXT) IS NOT NULL THEN NULL ELSE failing_since END
   WHERE account_id = :account_id AND id = :id`,
);
const IS_REPLACED = `problem = 'secret_lost' AND secret_sealed <> :secret_sealed`;
const REPLACE_SECRETS = statement(
  `UPDATE webhook SET
     enabled = CASE WHEN ${IS_REPLACED} THEN 1 ELSE enabled END,
     problem = CASE WHEN ${IS_REPLACED} THEN NULL ELSE problem END,
     failing_since = CASE WHEN ${IS_REPLACED} THEN NULL ELSE failing_since END,
     secret_sealed = :secret_sealed,
     previous_sealed = CAST(:previous_sealed AS TEXT),
     previous_until = CAST(:previous_until AS BIGINT)
   WHERE account_id = :account_id AND id = :id AND secret_sealed = :retired
     AND COALESCE(previous_sealed, '') = :retired_previous`,
);
const DISABLE = statement(
  `UPDATE webhook SET enabled = 0, problem = CAST(:problem AS TEXT)
   WHERE account_id = :account_id AND id = :id AND enabled = 1`,
);
const REMOVE = statement('DELETE FROM webhook WHERE account_id = :account_id AND id = :id');
const COUNT_DISABLED = statement(
  `SELECT problem, COUNT(*) AS count FROM webhook
   WHERE enabled = 0 AND problem IS NOT NULL AND problem <> 'events_skipped' GROUP BY problem`,
);
const CAN_LEASE = `webhook.enabled = 1 AND (webhook.lease_until <= :now OR webhook.lease_owner = :instance)`;
const FIND_READY = statement(
  `SELECT webhook.account_id, webhook.id FROM webhook JOIN account ON account.id = webhook.account_id
   WHERE ${CAN_LEASE} AND (webhook.next_due <= :now OR webhook.position_revision <> account.prompts_revision)
   ORDER BY webhook.lease_until, webhook.account_id, webhook.id LIMIT :limit`,
);
const OF_WEBHOOK = 'webhook_delivery.account_id = webhook.account_id AND webhook_delivery.webhook_id = webhook.id';
/** Due deliveries may have been deleted since. */
export const NEXT_DUE = `(SELECT MIN(due_at) FROM webhook_delivery WHERE ${OF_WEBHOOK} AND state = 'pending')`;
export const COUNT_PENDING = `(SELECT COUNT(*) FROM webhook_delivery WHERE ${OF_WEBHOOK} AND state = 'pending')`;
const LEASE = statement(
  `UPDATE webhook SET lease_owner = :instance, lease_until = :until, next_due = ${NEXT_DUE}
   WHERE account_id = :account_id AND id = :id AND ${CAN_LEASE}
   RETURNING *, ${COUNT_PENDING} AS pending,
     (SELECT prompts_revision FROM account WHERE account.id = webhook.account_id) AS account_revision`,
);
const RELEASE = statement(
  `UPDATE webhook SET lease_owner = '', lease_until = :now
   WHERE account_id = :account_id AND id = :id AND lease_owner = :instance`,
);

export class SqlWebhooks implements Webhooks {
  constructor(private readonly database: SqlDatabase) {}

  async add(webhook: Webhook, credential?: Credential) {
    const { accountId: account_id } = webhook;
    const result = await applyWithCredential(this.database, account_id, credential, [
      { statement: LOCK_ACCOUNT, parameters: { account_id }, rows: 1 },
      { statement: HAS_ROOM, parameters: { account_id, most: WEBHOOKS_MAX }, rows: 1 },
      { statement: ADD, parameters: toWebhookRow(webhook), growth: 'content' },
    ]);
    if (!('rejectedAt' in result)) return 'added';
    if (result.rejectedAt === 0) return 'no-account';
    // If it is stored, this is a retry of our own write.
    return (await this.find(account_id, webhook.id)) ? 'added' : 'too-many';
  }

  async find(owner: AccountId, id: WebhookId) {
    const row = await this.database.first(FIND, { account_id: owner, id });
    return row && fromWebhookRow(row);
  }

  async listOf(owner: AccountId) {
    return (await this.database.all(LIST, { account_id: owner })).map(fromWebhookRow);
  }

  async change(owner: AccountId, id: WebhookId, change: WebhookChange, credential?: Credential) {
    const parameters = { account_id: owner, id, ...toChangedFields(change) };
    const isChanged = await writeRowWithCredential(this.database, owner, credential, CHANGE, parameters);
    return isChanged ? 'changed' : 'not-found';
  }

  async replaceSecrets(
    { accountId, id, secrets: retired }: WebhookWithSecrets,
    secrets: WebhookSecrets,
    credential?: Credential,
  ) {
    const held = { retired: retired.current, retired_previous: retired.previous?.sealed ?? '' };
    const parameters = { account_id: accountId, id, ...held, ...toSecretFields(secrets) };
    const isReplaced = await writeRowWithCredential(this.database, accountId, credential, REPLACE_SECRETS, parameters);
    return isReplaced ? 'replaced' : 'superseded';
  }

  async disable(owner: AccountId, id: WebhookId, problem: DisablingProblem) {
    const isDisabled = await writeRow(this.database, DISABLE, { account_id: owner, id, problem });
    return isDisabled ? 'disabled' : 'superseded';
  }

  async remove(owner: AccountId, id: WebhookId, credential?: Credential) {
    const parameters = { account_id: owner, id };
    const isRemoved = await writeRowWithCredential(this.database, owner, credential, REMOVE, parameters);
    return isRemoved ? 'removed' : 'not-found';
  }

  async countDisabled() {
    const rows = await this.database.all(COUNT_DISABLED, {});
    return new Map(rows.map(({ problem, count }) => [problem as DisablingProblem, Number(count)]));
  }

  async findReady({ instance, now, limit }: ReadySearch) {
    const rows = await this.database.all(FIND_READY, { instance, now: now.getTime(), limit });
    return rows.map(({ account_id, id }) => ({ accountId: account_id as AccountId, id: id as WebhookId }));
  }

  async lease({ accountId, id }: WebhookReference, { instance, now, until }: LeaseRequest) {
    const times = { now: now.getTime(), until: until.getTime() };
    const parameters = { account_id: accountId, id, instance, ...times };
    const result = await this.database.atomically([{ statement: LEASE, parameters, rows: 1 }]);
    const row = 'rows' in result ? result.rows[0]?.[0] : undefined;
    if (!row) return undefined;
    const { pending, account_revision } = row;
    return { webhook: fromWebhookRow(row), revision: Number(account_revision), pending: Number(pending) };
  }

  async release({ accountId, id }: WebhookReference, instance: string, now: Date) {
    const parameters = { account_id: accountId, id, instance, now: now.getTime() };
    await this.database.atomically([{ statement: RELEASE, parameters }]);
  }
}
