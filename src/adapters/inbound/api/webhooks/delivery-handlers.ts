import type { ListDeliveries } from '../../../../application/webhooks/delivery/list-deliveries.ts';
import type { RetryDelivery } from '../../../../application/webhooks/delivery/retry-delivery.ts';
import type { TestWebhook } from '../../../../application/webhooks/delivery/test-webhook.ts';
import { parseChangeId } from '../../../../domain/changes/change-id.ts';
import { parseWebhookId, type WebhookId } from '../../../../domain/webhooks/webhook.ts';
import type { Delivery } from '../../../../domain/webhooks/webhook-delivery.ts';
import type { ActorOf } from '../../http/auth/actor-of.ts';
import { readNoFields } from '../../http/body/read-json.ts';
import { busy, Rejection } from '../../http/errors/rejection.ts';
import { readQuery } from '../../http/request/read-query.ts';
import { RequestExecution } from '../../http/request/request-execution.ts';
import type { AccountState } from '../../http/request/request-state.ts';
import { respondPage } from '../../http/response/respond-json.ts';
import type { Handle } from '../../http/routes/route.ts';
import { deliveryOperations } from './delivery-operations.ts';

export interface DeliveryServices {
  readonly testWebhook: TestWebhook;
  readonly listDeliveries: ListDeliveries;
  readonly retryDelivery: RetryDelivery;
  readonly actorOf: ActorOf;
  /** The start of every link. */
  readonly publicUrl: () => string;
}

export const testWebhook =
  ({ testWebhook }: DeliveryServices): Handle<AccountState> =>
  async (ctx) => {
    const id = readWebhookId(ctx.params['id']);
    await readNoFields(ctx);
    const outcome = await testWebhook.execute(ctx.state.account.id, id, RequestExecution.of(ctx));
    switch (outcome.kind) {
      case 'tested': {
        const { status, error, ms } = outcome;
        ctx.body = { data: { status, error, ms } };
        return;
      }
      case 'not-found':
        throw new Rejection('webhook_not_found');
      case 'busy':
        throw busy();
      default:
        return outcome satisfies never;
    }
  };

export const listDeliveries =
  ({ listDeliveries, publicUrl }: DeliveryServices): Handle<AccountState> =>
  async (ctx) => {
    const id = readWebhookId(ctx.params['id']);
    const { state, limit, cursor: before } = readQuery(ctx, deliveryOperations.list.query);
    const outcome = await listDeliveries.execute(ctx.state.account.id, id, { state, before, limit });
    if (outcome.kind === 'not-found') throw new Rejection('webhook_not_found');
    const { deliveries, next } = outcome;
    respondPage(ctx, publicUrl(), deliveries.map(presentDelivery), next ?? null);
  };

export const retryDelivery =
  ({ retryDelivery, actorOf }: DeliveryServices): Handle<AccountState> =>
  async (ctx) => {
    const id = readWebhookId(ctx.params['id']);
    const event = parseChangeId(ctx.params['eventId'] ?? '');
    if (!event) throw new Rejection('delivery_not_found');
    await readNoFields(ctx);
    const outcome = await retryDelivery.execute(ctx.state.account.id, id, event, actorOf(ctx).credential);
    switch (outcome.kind) {
      case 'due':
        ctx.status = 202;
        ctx.body = { data: presentDelivery(outcome.delivery) };
        return;
      case 'webhook-not-found':
        throw new Rejection('webhook_not_found');
      case 'delivery-not-found':
        throw new Rejection('delivery_not_found');
      default:
        return outcome satisfies never;
    }
  };

function readWebhookId(text = ''): WebhookId {
  const id = parseWebhookId(text);
  if (!id) throw new Rejection('webhook_not_found');
  return id;
}

function presentDelivery({ position, state, attempts, dueAt, lastAttempt }: Delivery) {
  const { status = null, error = null, response = null } = lastAttempt ?? {};
  const shown = status === null ? null : response;
  return {
    eventId: position.id,
    state,
    attempts,
    dueAt: dueAt?.toISOString() ?? null,
    status,
    error,
    response: shown,
  };
}
