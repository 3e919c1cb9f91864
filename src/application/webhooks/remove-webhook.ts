import type { AccountId } from '../../domain/accounts/account.ts';
import type { Credential } from '../../domain/accounts/actor.ts';
import { parseWebhookId } from '../../domain/webhooks/webhook.ts';
import type { Webhooks } from '../ports/webhooks/webhooks.ts';

/** Removes a webhook with its deliveries. One that is in flight may still arrive. */
export class RemoveWebhook {
  constructor(private readonly webhooks: Webhooks) {}

  async execute(owner: AccountId, id: string, credential: Credential): Promise<'removed' | 'not-found'> {
    const webhookId = parseWebhookId(id);
    return webhookId ? this.webhooks.remove(owner, webhookId, credential) : 'not-found';
  }
}
