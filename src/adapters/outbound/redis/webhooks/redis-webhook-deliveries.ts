import type {
  AttemptResult,
  DeliveryPage,
  QueuedChanges,
  WebhookDeliveries,
} from '../../../../application/ports/webhooks/webhook-deliveries.ts';
import type { WebhookReference } from '../../../../application/ports/webhooks/webhooks.ts';
import type { AccountId } from '../../../../domain/accounts/account.ts';
import type { Credential } from '../../../../domain/accounts/actor.ts';
import { type ChangePosition, comparePositions } from '../../../../domain/changes/change.ts';
import { invariant } from '../../../../domain/invariant.ts';
import type { WebhookId } from '../../../../domain/webhooks/webhook.ts';
import { DELIVERIES_MAX, type Delivery, PENDING_DELIVERIES_MAX } from '../../../../domain/webhooks/webhook-delivery.ts';
import { fromDeliveryRow, toAttemptFields, toDeliveryRow } from '../../rows/webhook-row.ts';
import type { RedisStore } from '../connection/redis-store.ts';
import { credentialValues, rejectRetired } from '../credential-guard.ts';
import { DELETE_SOME, DUE, ENQUEUE, RECORD, RETRY, WITH_OLD_DELIVERIES } from './delivery-scripts.ts';
import { RedisWebhooks } from './redis-webhooks.ts';
import { type WebhookKeys, webhookKeys } from './webhook-keys.ts';

/** Few enough not to block Redis for others. */
const BATCH = 100;

/** Rows are JSON that only this class reads and writes; scripts compare them as text. */
export class RedisWebhookDeliveries implements WebhookDeliveries {
  private readonly keys: WebhookKeys;
  private readonly webhooks: RedisWebhooks;

  constructor(private readonly store: RedisStore) {
    this.keys = webhookKeys(store);
    this.webhooks = new RedisWebhooks(store);
  }

  async enqueue({ accountId, id }: WebhookReference, queued: QueuedChanges) {
    const { instance, now, from, to, deliveries, skipped = false } = queued;
    const rows = deliveries.map(toDeliveryRow);
    const values = [
      ...[id, instance, now.getTime(), from.id, to.id, to.revision, Number(skipped)],
      ...[PENDING_DELIVERIES_MAX, DELIVERIES_MAX, rows.length],
      ...rows.flatMap((row) => [fieldOf(row), row.due_at, row.created_at, JSON.stringify(row)]),
    ];
    const growth = rows.length > 0 ? 'history' : undefined;
    const result = await this.store.script(ENQUEUE, this.keys.ofScripts(accountId), values, growth);
    invariant(result === 'enqueued' || result === 'full' || result === 'superseded', 'an outcome is known');
    return result;
  }

  async due({ accountId, id }: WebhookReference, now: Date, limit: number) {
    const values = [id, now.getTime(), limit];
    const rows = (await this.store.readScript(DUE, this.keys.ofScripts(accountId), values)) as readonly string[];
    return rows
      .map(parseDelivery)
      .sort((one, other) => Number(one.dueAt) - Number(other.dueAt) || comparePositions(one.position, other.position));
  }

  async record(webhook: WebhookReference, result: AttemptResult) {
    const { position, state, attempts, disables = '', at } = result;
    const due_at = result.dueAt?.getTime() ?? null;
    for (;;) {
      const held = await this.readRow(webhook, position);
      if (held === null || parseDelivery(held).attempts !== attempts - 1) return 'superseded';
      const row = JSON.stringify({ ...JSON.parse(held), state, due_at, ...toAttemptFields(result) });
      const values = [webhook.id, fieldOf(position), held, row, due_at ?? '', state, at.getTime(), disables];
      const reply = await this.store.script(RECORD, this.keys.ofScripts(webhook.accountId), values);
      if (reply === 'recorded') return 'recorded';
      // The row was changed since it was read, by a retry that the owner requested or another attempt; or it is gone.
    }
  }

  async retry(webhook: WebhookReference, position: ChangePosition, dueAt: Date, credential?: Credential) {
    const due_at = dueAt.getTime();
    for (;;) {
      const held = await this.readRow(webhook, position);
      const row = held === null ? '' : JSON.stringify({ ...JSON.parse(held), state: 'pending', due_at });
      const values = [...credentialValues({ credential }), webhook.id, fieldOf(position), held ?? '', row, due_at];
      const reply = rejectRetired(await this.store.script(RETRY, this.keys.ofScripts(webhook.accountId), values));
      if (held === null) return 'not-found';
      if (reply === 'due') return 'due';
    }
  }

  async find(owner: AccountId, id: WebhookId, position: ChangePosition) {
    const row = await this.readRow({ accountId: owner, id }, position);
    return row === null ? undefined : parseDelivery(row);
  }

  async listOf(owner: AccountId, id: WebhookId, { state, before, limit }: DeliveryPage) {
    if (!(await this.webhooks.find(owner, id))) return [];
    const key = this.keys.deliveries(owner, id);
    const positions = (await this.store.read((client) => client.hkeys(key)))
      .map(toPosition)
      .filter((position) => before === undefined || comparePositions(position, before) < 0)
      .sort((one, other) => comparePositions(other, one));

    const found: Delivery[] = [];
    while (positions.length > 0 && found.length < limit) {
      const some = positions.splice(0, BATCH).map(fieldOf);
      const rows = await this.store.read((client) => client.hmget(key, ...some));
      const deliveries = rows.flatMap((row) => (row === null ? [] : [parseDelivery(row)]));
      found.push(...deliveries.filter((delivery) => state === undefined || delivery.state === state));
    }
    return found.slice(0, limit);
  }

  async deleteBefore(cutoff: Date) {
    for await (const accounts of this.webhooks.accountsWithWebhooks()) {
      for (const owner of accounts) await this.deleteOfAccount(owner, cutoff);
    }
  }

  private async deleteOfAccount(owner: AccountId, cutoff: Date): Promise<void> {
    const keys = this.keys.ofScripts(owner);
    const ids = (await this.store.readScript(WITH_OLD_DELIVERIES, keys, [cutoff.getTime()])) as readonly string[];
    for (const id of ids) {
      while (Number(await this.store.script(DELETE_SOME, keys, [id, cutoff.getTime(), BATCH])) > 0);
    }
  }

  /** Null if the webhook was removed with its account: the keys may exist a little longer. */
  private async readRow({ accountId, id }: WebhookReference, position: ChangePosition): Promise<string | null> {
    if (!(await this.webhooks.find(accountId, id))) return null;
    return this.store.read((client) => client.hget(this.keys.deliveries(accountId, id), fieldOf(position)));
  }
}

const fieldOf = ({ revision, n }: ChangePosition): string => `${revision}-${n}`;

function toPosition(field: string): ChangePosition {
  const [revision, n] = field.split('-').map(Number);
  return { revision: revision ?? 0, n: n ?? 0 };
}

const parseDelivery = (row: string): Delivery => fromDeliveryRow(JSON.parse(row));
