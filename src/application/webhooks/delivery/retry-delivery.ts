import type { AccountId } from '../../../domain/accounts/account.ts';
import type { Credential } from '../../../domain/accounts/actor.ts';
import type { ParsedChangeId } from '../../../domain/changes/change-id.ts';
import type { WebhookId } from '../../../domain/webhooks/webhook.ts';
import type { Delivery } from '../../../domain/webhooks/webhook-delivery.ts';
import type { Clock } from '../../ports/environment.ts';
import type { WebhookDeliveries } from '../../ports/webhooks/webhook-deliveries.ts';
import type { Webhooks } from '../../ports/webhooks/webhooks.ts';

export type RetryDeliveryOutcome =
  | { readonly kind: 'due'; readonly delivery: Delivery }
  | { readonly kind: 'webhook-not-found' }
  | { readonly kind: 'delivery-not-found' };

/** Makes a delivery due now, whether it failed, is done or waits for its next attempt. */
export class RetryDelivery {
  constructor(
    private readonly webhooks: Webhooks,
    private readonly deliveries: WebhookDeliveries,
    private readonly clock: Clock,
  ) {}

  async execute(
    owner: AccountId,
    id: WebhookId,
    event: ParsedChangeId,
    credential: Credential,
  ): Promise<RetryDeliveryOutcome> {
    if (!(await this.webhooks.find(owner, id))) return { kind: 'webhook-not-found' };
    const delivery = await this.deliveries.find(owner, id, event);
    // The same position with another check is another event.
    if (delivery?.position.id !== event.id) return { kind: 'delivery-not-found' };
    const dueAt = this.clock.now();
    const outcome = await this.deliveries.retry({ accountId: owner, id }, event, dueAt, credential);
    if (outcome === 'not-found') return { kind: 'delivery-not-found' };
    return { kind: 'due', delivery: { ...delivery, state: 'pending', dueAt } };
  }
}
