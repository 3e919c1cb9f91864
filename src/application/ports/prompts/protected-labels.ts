import type { AccountId } from '../../../domain/accounts/account.ts';
import type { Actor } from '../../../domain/accounts/actor.ts';
import type { Label } from '../../../domain/naming/label.ts';
import type { ProtectionChange } from '../../../domain/prompts/protected-labels.ts';
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
   * one to be replaced, or does not exist.
   */
  replace(replacement: ProtectionReplacement): Promise<ProtectionReplaced | Stale>;
}

export interface ProtectionReplacement {
  readonly owner: AccountId;
  readonly change: ProtectionChange;
  readonly by: Actor;
  readonly at: Date;
}

export interface ProtectionReplaced {
  readonly kind: 'replaced';
}
