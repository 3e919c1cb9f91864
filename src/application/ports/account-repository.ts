import type { Account, AccountId, DisplayName, Email, PasswordHash } from '../../domain/accounts/account.ts';
import type { Credential } from '../../domain/accounts/actor.ts';

/**
 * Stores accounts.
 *
 * Rejects with StorageUnavailable when the backend does not respond. Every sentence here is tested
 * for every backend, by account-repository.contract.ts and outage.test.ts.
 */
export interface AccountRepository {
  /** E-mail addresses are unique: of several accounts added concurrently with one address, one is added. */
  add(account: Account): Promise<'added' | 'email-taken'>;

  /**
   * Adds the account if, and only if, there has never been one: of several concurrent calls of this method or `add`,
   * one is first. The others leave no trace.
   */
  addFirst(account: Account): Promise<'added' | 'not-first'>;

  find(id: AccountId): Promise<Account | undefined>;

  findByEmail(email: Email): Promise<Account | undefined>;

  /** Every account that exists from the first to the last step, once each, in no particular order. */
  all(): AsyncIterable<Account>;

  /** Replaces the hash if, and only if, the account still has the given one. Sessions stay: it is the same password. */
  rehashPassword(id: AccountId, retired: PasswordHash, renewed: PasswordHash): Promise<'replaced' | 'superseded'>;

  /**
   * Replaces the hash if, and only if, the account still has the given one, and raises the session epoch by one in
   * the same step: no session outlives the password it was started with.
   */
  changePassword(id: AccountId, retired: PasswordHash, chosen: PasswordHash): Promise<'replaced' | 'superseded'>;

  /** Every instance returns the new name once this resolves. With a credential, guarded like PromptWriter's writes. */
  rename(id: AccountId, name: DisplayName, credential?: Credential): Promise<'renamed' | 'not-found'>;

  /** The key is invalid, every session over and the e-mail address free again once this resolves. */
  remove(id: AccountId): Promise<'removed' | 'not-found'>;

  /** True from the first account on, permanently: also after every account was removed. */
  everHeldAccount(): Promise<boolean>;
}
