import type { AccountId } from '../../domain/accounts/account.ts';
import { parseWebhookId } from '../../domain/webhooks/webhook.ts';
import type { Webhooks } from '../ports/webhooks/webhooks.ts';

/** Removes a webhook with its deliveries. One that is in flight may still arrive. */
export class RemoveWebhook {
  constructor(private readonly webhooks: Webhooks) {}

  async execute(owner: AccountId, id: string): Promise<'removed' | 'not-found'> {
    const webhookId = parseWebhookId(id);
    return webhookId ? this.webhooks.remove(owner, webhookId) : 'not-found';
  }
}
