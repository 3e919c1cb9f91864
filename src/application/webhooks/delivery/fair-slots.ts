import type { AccountId } from '../../../domain/accounts/account.ts';

/**
 * Shares a limited number of slots between accounts.
 *
 * Half of them go to whichever account asks, the other half to accounts that hold none. So one account alone gets half of
 * them, and more than that many accounts must hold theirs for long before the next one finds no free slot.
 */
export class FairSlots {
  private readonly taken = new Map<AccountId, number>();
  private takenCount = 0;

  constructor(private readonly count: number) {}

  get inUse(): number {
    return this.takenCount;
  }

  canTake(owner: AccountId): boolean {
    return this.takenCount < (this.takenBy(owner) === 0 ? this.count : this.count / 2);
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
