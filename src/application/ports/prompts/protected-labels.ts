import type { AccountId } from '../../../domain/accounts/account.ts';
import type { Actor } from '../../../domain/accounts/actor.ts';
import type { Label } from '../../../domain/naming/label.ts';
import type { PromptId } from '../../../domain/naming/prompt-name.ts';
import type { ProtectionChange } from '../../../domain/prompts/protected-labels.ts';
import type { ReleaseLock } from '../../../domain/prompts/release.ts';
import type { Stale } from './prompt-writer.ts';

/**
 * The labels of an account that only people who are signed in to the dashboard may move. PromptWriter and PromptArchive
 * check this list within each write, so no write of another channel moves a protected label once the promise of its
 * protection has resolved.
 *
 * The list is invisible to every other account, and removed with its account. Rejects with StorageUnavailable when the
 * backend does not respond. Every sentence here is tested for every backend by the contracts in test/contracts/prompts.
 */
export interface ProtectedLabels {
  /** The labels in alphabetical order; empty for an account that does not exist. */
  read(owner: AccountId): Promise<readonly Label[]>;

  /**
   * Replaces the list, raises the account's revision and records `protection.changed` in the account's feed, in one atomic
   * write, one after the other with all other writes of the account. With the same labels as before, confirms as durably
   * as a write that they are protected, but writes and records nothing. `stale`: the account holds another list than the
   * one to be replaced, or does not exist, or its revision is another than the decision about locks was based on.
   *
   * The locks are set in the same write, and kept with the last moves of their labels. It raises the revisions of their
   * prompts. With locks, the write is recorded even if the labels stay the same.
   */
  replace(replacement: ProtectionReplacement): Promise<ProtectionReplaced | Stale>;
}

export interface ProtectionReplacement {
  readonly owner: AccountId;
  readonly change: ProtectionChange;
  /** The locks that labels of prompts get or, with null, lose. */
  readonly locks?: readonly LabelLock[] | undefined;
  /** The account's revision, for a decision about locks. */
  readonly accountRevision?: number | undefined;
  readonly by: Actor;
  readonly at: Date;
}

export interface LabelLock {
  readonly promptId: PromptId;
  readonly label: Label;
  readonly lock: ReleaseLock | null;
}

export interface ProtectionReplaced {
  readonly kind: 'replaced';
}

/**
 * The accounts whose protected labels may lack locks, because an earlier release or a transfer wrote them. Every sentence
 * here is tested for every backend by the contracts in test/contracts/prompts.
 */
export interface PendingLocks {
  /** Some of them, in any order; none once every one was marked as locked. */
  list(limit: number): Promise<readonly AccountId[]>;

  markLocked(owner: AccountId): Promise<void>;
}
