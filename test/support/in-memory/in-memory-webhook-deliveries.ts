import type {
  AttemptResult,
  DeliveryPage,
  QueuedChanges,
  WebhookDeliveries,
} from '../../../src/application/ports/webhooks/webhook-deliveries.ts';
import type { WebhookReference } from '../../../src/application/ports/webhooks/webhooks.ts';
import type { AccountId } from '../../../src/domain/accounts/account.ts';
import type { Credential } from '../../../src/domain/accounts/actor.ts';
import { type ChangePosition, comparePositions } from '../../../src/domain/changes/change.ts';
import type { WebhookId } from '../../../src/domain/webhooks/webhook.ts';
import {
  DELIVERIES_MAX,
  type Delivery,
  PENDING_DELIVERIES_MAX,
} from '../../../src/domain/webhooks/webhook-delivery.ts';
import { type HeldWebhook, type InMemoryWebhooks, pendingOf } from './in-memory-webhooks.ts';

const keyOf = ({ revision, n }: ChangePosition): string => `${revision}-${n}`;

/** The fake for unit tests. It passes the same contract as the real backends. No method awaits, so each is atomic. */
export class InMemoryWebhookDeliveries implements WebhookDeliveries {
  constructor(private readonly webhooks: InMemoryWebhooks) {}

  async enqueue(webhook: WebhookReference, { instance, now, from, to, deliveries, skipped = false }: QueuedChanges) {
    const held = this.webhooks.get(webhook);
    const isHolder = held?.webhook.enabled && held.lease.instance === instance && held.lease.until > now.getTime();
    if (!isHolder || held.webhook.position.id !== from.id) return 'superseded';
    const added = deliveries.filter(({ position }) => !held.deliveries.has(keyOf(position)));
    if (pendingOf(held).length + added.length > PENDING_DELIVERIES_MAX) return 'full';

    for (const delivery of added) {
      held.deliveries.set(keyOf(delivery.position), { ...delivery, state: 'pending', attempts: 0, lastAttempt: null });
    }
    held.webhook = { ...held.webhook, position: to, ...(skipped ? { problem: 'events_skipped' as const } : {}) };
    deleteOldest(held);
    return 'enqueued';
  }

  async due(webhook: WebhookReference, now: Date, limit: number) {
    const held = this.webhooks.get(webhook);
    return (held ? pendingOf(held) : [])
      .filter(({ dueAt }) => dueAt !== null && dueAt <= now)
      .sort((one, other) => Number(one.dueAt) - Number(other.dueAt) || comparePositions(one.position, other.position))
      .slice(0, limit);
  }

  async record(webhook: WebhookReference, { position, state, dueAt, disables, ...lastAttempt }: AttemptResult) {
    const held = this.webhooks.get(webhook);
    const delivery = held?.deliveries.get(keyOf(position));
    if (!held || !delivery || delivery.attempts !== lastAttempt.attempts - 1) return 'superseded';

    const { attempts, at } = lastAttempt;
    held.deliveries.set(keyOf(position), { ...delivery, state, dueAt, attempts, lastAttempt });
    const health =
      state === 'done'
        ? { lastSuccessAt: at, failingSince: null }
        : { lastFailureAt: at, failingSince: held.webhook.failingSince ?? at };
    held.webhook = { ...held.webhook, ...health, ...(disables ? { enabled: false, problem: disables } : {}) };
    return 'recorded';
  }

  async retry(webhook: WebhookReference, position: ChangePosition, dueAt: Date, credential?: Credential) {
    this.webhooks.assertCredential(webhook.accountId, credential);
    const deliveries = this.webhooks.get(webhook)?.deliveries;
    const delivery = deliveries?.get(keyOf(position));
    if (!deliveries || !delivery) return 'not-found';
    deliveries.set(keyOf(position), { ...delivery, state: 'pending', dueAt });
    return 'due';
  }

  async find(owner: AccountId, id: WebhookId, position: ChangePosition) {
    return this.webhooks.get({ accountId: owner, id })?.deliveries.get(keyOf(position));
  }

  async listOf(owner: AccountId, id: WebhookId, { state, before, limit }: DeliveryPage) {
    return newestFirst([...(this.webhooks.get({ accountId: owner, id })?.deliveries.values() ?? [])])
      .filter((delivery) => state === undefined || delivery.state === state)
      .filter(({ position }) => before === undefined || comparePositions(position, before) < 0)
      .slice(0, limit);
  }

  async deleteBefore(cutoff: Date) {
    for (const { deliveries } of this.webhooks.all()) {
      for (const [key, { createdAt }] of deliveries) if (createdAt < cutoff) deliveries.delete(key);
    }
  }
}

const newestFirst = (deliveries: readonly Delivery[]): readonly Delivery[] =>
  deliveries.toSorted((one, other) => comparePositions(other.position, one.position));

function deleteOldest(held: HeldWebhook): void {
  const excess = held.deliveries.size - DELIVERIES_MAX;
  const finished = newestFirst([...held.deliveries.values()].filter(({ state }) => state !== 'pending')).toReversed();
  for (const { position } of finished.slice(0, Math.max(0, excess))) held.deliveries.delete(keyOf(position));
}
