import type { Account, AccountId, Email, PasswordHash } from '../../domain/account.ts';

/**
 * Keeps accounts.
 *
 * Rejects with StorageUnavailable when the backend cannot answer. Every sentence here is tested
 * for every backend, by account-repository.contract.ts and outage.test.ts.
 */
export interface AccountRepository {
  /** E-mail addresses are unique: of several accounts added at once with one address, one is added. */
  add(account: Account): Promise<'added' | 'email-taken'>;

  find(id: AccountId): Promise<Account | undefined>;

  findByEmail(email: Email): Promise<Account | undefined>;

  /** Every account that is there from the first to the last step, once each, in no particular order. */
  all(): AsyncIterable<Account>;

  /** Replaces the hash if, and only if, the account still has the given one. */
  replacePassword(id: AccountId, retired: PasswordHash, chosen: PasswordHash): Promise<'replaced' | 'superseded'>;

  /** The key is dead and the e-mail address free again once this resolves. */
  remove(id: AccountId): Promise<'removed' | 'not-found'>;

  /** True from the first account on, for ever: also after every account was removed. */
  everHeldAccount(): Promise<boolean>;
}
