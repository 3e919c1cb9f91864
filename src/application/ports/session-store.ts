import type { Account, AccountId } from '../../domain/accounts/account.ts';
import type { Credential } from '../../domain/accounts/actor.ts';
import type { Session, SessionId } from '../../domain/accounts/session.ts';
import type { SessionDigest } from '../../domain/accounts/session-secret.ts';

/**
 * Stores the sessions of the dashboard.
 *
 * A session exists as long as its account exists with the same epoch. Its maximum age is not decided here. Rejects with StorageUnavailable when the backend does not respond. Every sentence here is tested for
 * every backend, by session-store.contract.ts and outage.test.ts.
 */
export interface SessionStore {
  /**
   * Retains the account's 50 newest. Deletes none because of the time: the clock may be wrong.
   * Adds nothing to an account that was removed or has a new epoch.
   */
  add(session: Session): Promise<void>;

  /** A consistent snapshot of the session and its account. Undefined, on any instance, once the session was ended. */
  find(digest: SessionDigest): Promise<FoundSession | undefined>;

  /**
   * Updates `seenAt`, unless it was updated since the session was read: of many concurrent requests, one
   * writes. Does not revive an ended session.
   */
  touch(session: Session, seenAt: Date): Promise<void>;

  /** Newest first. */
  listOf(accountId: AccountId): Promise<readonly Session[]>;

  /** Ends one session. With a credential, guarded like PromptWriter's writes. */
  end(accountId: AccountId, id: SessionId, credential?: Credential): Promise<'ended' | 'not-found'>;

  /** Ends every session of the account except one. With a credential, guarded like PromptWriter's writes. */
  endOthers(accountId: AccountId, except: SessionId, credential?: Credential): Promise<void>;
}

export interface FoundSession {
  readonly session: Session;
  readonly account: Account;
}
