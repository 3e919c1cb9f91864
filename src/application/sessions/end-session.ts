import type { AccountId } from '../../domain/accounts/account.ts';
import { parseSessionId } from '../../domain/accounts/session.ts';
import type { SessionStore } from '../ports/session-store.ts';

/** Signs out: here, or on another browser of the same account. Its secret is dead on every instance at once. */
export class EndSession {
  constructor(private readonly sessions: SessionStore) {}

  /** Ending what is over already changes nothing. */
  async execute(accountId: AccountId, sessionId: string): Promise<'ended' | 'not-found'> {
    const id = parseSessionId(sessionId);
    return id ? this.sessions.end(accountId, id) : 'not-found';
  }
}
