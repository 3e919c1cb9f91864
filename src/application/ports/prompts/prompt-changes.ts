import type { AccountId } from '../../../domain/accounts/account.ts';
import type { Change, ChangePosition } from '../../../domain/changes/change.ts';

/**
 * Reads the feed of an account: what every write of PromptWriter, PromptArchive and ProtectedLabels changed. They record
 * it in the same atomic step, so that there is no change without its entry and no entry without its change; a write that
 * is rejected leaves none.
 *
 * The feed of an account is invisible to every other account, and removed with the account. Rejects with
 * StorageUnavailable when the backend does not respond. Every sentence here is tested for every backend by the contracts
 * in test/contracts/changes.
 */
export interface PromptChanges {
  /** Changes that follow a position, oldest first, with what decides whether the position still belongs to the feed. */
  after(owner: AccountId, position: ChangePosition, limit: number): Promise<ChangesAfter>;

  /** Newest first, only those before a position if one is given. */
  latest(owner: AccountId, page: ChangePage): Promise<LatestChanges>;

  /**
   * Deletes changes of all accounts from before a time, and the oldest beyond the maximum per account, in small batches.
   * Deletes only from the beginning of a feed, because a client that reads on after an older change would not notice
   * that one in the middle is gone; and never the newest change of an account. Any number of instances may do so
   * concurrently.
   */
  deleteBefore(cutoff: Date): Promise<void>;
}

export interface ChangePage {
  readonly before?: ChangePosition | undefined;
  readonly limit: number;
}

/** Everything is read in one consistent step. */
export interface LatestChanges {
  readonly changes: readonly Change[];
  /** The account's revision. */
  readonly revision: number;
}

export interface ChangesAfter extends LatestChanges {
  /** The change at the position itself, unless it is deleted or never existed. */
  readonly at: Change | undefined;
  /** The oldest change stored, whatever the position. */
  readonly oldest: ChangePosition | undefined;
}
