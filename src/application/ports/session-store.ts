import type { Account, AccountId } from '../../domain/accounts/account.ts';
import type { Session, SessionId } from '../../domain/accounts/session.ts';
import type { SessionDigest } from '../../domain/accounts/session-secret.ts';

/**
 * Stores the sessions of the dashboard.
 *
 * A session is there as long as its account is and has the session's epoch. How old a session may become is not
 * decided here. Rejects with StorageUnavailable when the backend does not respond. Every sentence here is tested for
 * every backend, by session-store.contract.ts and session-outage.test.ts.
 */
export interface SessionStore {
  /**
   * Keeps the account's 50 newest, and deletes those that were idle for eight hours when this one was started.
   * Adds nothing to an account that is gone or has another epoch by now.
   */
  add(session: Session): Promise<void>;

  /** The session and its account as they were at one moment. Nothing, on any instance, once it was ended. */
  find(digest: SessionDigest): Promise<FoundSession | undefined>;

  /**
   * Updates `seenAt`, unless it was updated since the session was read: of many concurrent requests, one
   * writes. A session that was ended stays so.
   */
  touch(session: Session, seenAt: Date): Promise<void>;

  /** Newest first. */
  listOf(accountId: AccountId): Promise<readonly Session[]>;

  end(accountId: AccountId, id: SessionId): Promise<'ended' | 'not-found'>;

  /** Every session of the account but one. */
  endOthers(accountId: AccountId, kept: SessionId): Promise<void>;
}

export interface FoundSession {
  readonly session: Session;
  readonly account: Account;
}
