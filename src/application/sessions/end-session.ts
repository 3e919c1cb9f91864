import type { AccountId } from '../../domain/accounts/account.ts';
import type { Credential } from '../../domain/accounts/actor.ts';
import { parseSessionId } from '../../domain/accounts/session.ts';
import type { SessionStore } from '../ports/session-store.ts';

/** Signs out: here, or on another browser of the same account. Its secret is invalid on every instance once this resolves. */
export class EndSession {
  constructor(private readonly sessions: SessionStore) {}

  /** Idempotent. */
  async execute(accountId: AccountId, sessionId: string, credential?: Credential): Promise<'ended' | 'not-found'> {
    const id = parseSessionId(sessionId);
    return id ? this.sessions.end(accountId, id, credential) : 'not-found';
  }
}
