import type { Session } from '../../domain/accounts/session.ts';
import type { SessionStore } from '../ports/session-store.ts';

/** Signs an account out everywhere but here. */
export class EndOtherSessions {
  constructor(private readonly sessions: SessionStore) {}

  execute({ accountId, id, epoch }: Session): Promise<void> {
    return this.sessions.endOthers(accountId, id, { kind: 'session', epoch });
  }
}
