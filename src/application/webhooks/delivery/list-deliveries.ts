import type { AccountId } from '../../../domain/accounts/account.ts';
import type { ChangeId } from '../../../domain/changes/change-id.ts';
import type { WebhookId } from '../../../domain/webhooks/webhook.ts';
import type { Delivery } from '../../../domain/webhooks/webhook-delivery.ts';
import type { DeliveryPage, WebhookDeliveries } from '../../ports/webhooks/webhook-deliveries.ts';
import type { Webhooks } from '../../ports/webhooks/webhooks.ts';

export type ListDeliveriesOutcome =
  | {
      readonly kind: 'listed';
      readonly deliveries: readonly Delivery[];
      /** The start of the next page; undefined on the last one. */
      readonly next: ChangeId | undefined;
    }
  | { readonly kind: 'not-found' };

/** Lists what a webhook delivered or will deliver, newest change first. */
export class ListDeliveries {
  constructor(
    private readonly webhooks: Webhooks,
    private readonly deliveries: WebhookDeliveries,
  ) {}

  async execute(owner: AccountId, id: WebhookId, page: DeliveryPage): Promise<ListDeliveriesOutcome> {
    if (!(await this.webhooks.find(owner, id))) return { kind: 'not-found' };
    // One more than requested shows whether there is a next page.
    const found = await this.deliveries.listOf(owner, id, { ...page, limit: page.limit + 1 });
    const deliveries = found.slice(0, page.limit);
    return { kind: 'listed', deliveries, next: found.length > page.limit ? deliveries.at(-1)?.position.id : undefined };
  }
}
