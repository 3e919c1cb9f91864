import type { AccountRepository } from '../../../src/application/ports/account-repository.ts';
import type { SessionStore } from '../../../src/application/ports/session-store.ts';
import type { AccountId } from '../../../src/domain/accounts/account.ts';
import type { Credential } from '../../../src/domain/accounts/actor.ts';
import { type Session, type SessionId, sessionsMax } from '../../../src/domain/accounts/session.ts';
import type { SessionDigest } from '../../../src/domain/accounts/session-secret.ts';
import { assertCredential } from './in-memory-preconditions.ts';

/**
 * The fake for unit tests. It passes the same contract as the real backends.
 *
 * Each method awaits only the account, at the start, so that the rest of it is atomic.
 */
export class InMemorySessions implements SessionStore {
  private sessions: readonly Session[] = [];

  constructor(private readonly accounts: Pick<AccountRepository, 'find'>) {}

  async add(session: Session) {
    const account = await this.accounts.find(session.accountId);
    if (!account || !session.isOf(account)) return;
    this.sessions = [session, ...this.sessions];
    const newest = new Set(this.sessionsOf(session.accountId).slice(0, sessionsMax));
    this.sessions = this.sessions.filter((other) => other.accountId !== session.accountId || newest.has(other));
  }

  async find(digest: SessionDigest) {
    const accountId = this.withDigest(digest)?.accountId;
    const account = accountId && (await this.accounts.find(accountId));
    const session = this.withDigest(digest);
    return account && session?.isOf(account) ? { session, account } : undefined;
  }

  async touch({ digest, seenAt }: Session, at: Date) {
    this.sessions = this.sessions.map((session) =>
      session.digest === digest && session.seenAt.getTime() === seenAt.getTime() ? session.withSeenAt(at) : session,
    );
  }

  async listOf(accountId: AccountId) {
    const account = await this.accounts.find(accountId);
    return account ? this.sessionsOf(accountId).filter((session) => session.isOf(account)) : [];
  }

  async end(accountId: AccountId, id: SessionId, credential?: Credential) {
    const account = await this.accounts.find(accountId);
    assertCredential(account, credential);
    if (!account) return 'not-found';
    const ended = this.sessionsOf(accountId).find((session) => session.id === id);
    this.sessions = this.sessions.filter((session) => session !== ended);
    return ended ? 'ended' : 'not-found';
  }

  async endOthers(accountId: AccountId, except: SessionId, credential?: Credential) {
    assertCredential(await this.accounts.find(accountId), credential);
    this.sessions = this.sessions.filter((session) => session.accountId !== accountId || session.id === except);
  }

  /** Newest first. */
  private sessionsOf(accountId: AccountId): readonly Session[] {
    return this.sessions
      .filter((session) => session.accountId === accountId)
      .sort((one, other) => other.startedAt.getTime() - one.startedAt.getTime() || (one.id < other.id ? 1 : -1));
  }

  private withDigest(digest: SessionDigest): Session | undefined {
    return this.sessions.find((session) => session.digest === digest);
  }
}
