import type { AccountId } from '../../../domain/accounts/account.ts';

/**
 * Shares a limited number of slots between accounts.
 *
 * An account may take another slot only while more are free than it holds. Alone it gets half of them, and however many
 * accounts hold theirs for long, the next account finds a free one.
 */
export class FairSlots {
  private readonly taken = new Map<AccountId, number>();
  private takenCount = 0;

  constructor(private readonly count: number) {}

  get inUse(): number {
    return this.takenCount;
  }

  canTake(owner: AccountId): boolean {
    return this.takenBy(owner) < this.count - this.takenCount;
  }

  takenBy(owner: AccountId): number {
    return this.taken.get(owner) ?? 0;
  }

  take(owner: AccountId): void {
    this.taken.set(owner, this.takenBy(owner) + 1);
    this.takenCount += 1;
  }

  free(owner: AccountId): void {
    const left = this.takenBy(owner) - 1;
    if (left > 0) this.taken.set(owner, left);
    else this.taken.delete(owner);
    this.takenCount -= 1;
  }
}
