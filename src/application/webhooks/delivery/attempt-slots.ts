import type { AccountId } from '../../../domain/accounts/account.ts';
import type { Webhook } from '../../../domain/webhooks/webhook.ts';
import { FairSlots } from './fair-slots.ts';

/** Maximum per instance. */
const IN_FLIGHT_MAX = 16;
/** Slots for all webhooks that have failed since their last success: half, however many accounts have such webhooks. */
const FAILING_IN_FLIGHT_MAX = 8;

/** Shares the attempts in flight between accounts, and leaves room for receivers that respond. */
export class AttemptSlots {
  private readonly all = new FairSlots(IN_FLIGHT_MAX);
  private readonly failing = new FairSlots(FAILING_IN_FLIGHT_MAX);

  get inUse(): number {
    return this.all.inUse;
  }

  takenBy(owner: AccountId): number {
    return this.all.takenBy(owner);
  }

  canTake({ accountId, failingSince }: Webhook): boolean {
    return this.all.canTake(accountId) && (failingSince === null || this.failing.canTake(accountId));
  }

  /** Returns how to free the slot, once. */
  take({ accountId, failingSince }: Webhook): () => void {
    const pools = failingSince === null ? [this.all] : [this.all, this.failing];
    for (const pool of pools) pool.take(accountId);
    return () => {
      for (const pool of pools) pool.free(accountId);
    };
  }
}
