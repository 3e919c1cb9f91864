import type { AccountId } from '../../domain/accounts/account.ts';
import { parseWebhookId, type Webhook } from '../../domain/webhooks/webhook.ts';
import type { Webhooks } from '../ports/webhooks/webhooks.ts';

/** Reads the webhooks of an account. */
export class ReadWebhooks {
  constructor(private readonly webhooks: Webhooks) {}

  /** Oldest first. */
  list(owner: AccountId): Promise<readonly Webhook[]> {
    return this.webhooks.listOf(owner);
  }

  /** Undefined also for an id that is not well-formed. */
  async find(owner: AccountId, id: string): Promise<Webhook | undefined> {
    const parsed = parseWebhookId(id);
    return parsed && this.webhooks.find(owner, parsed);
  }
}
