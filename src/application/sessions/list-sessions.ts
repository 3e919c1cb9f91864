import type { AccountId } from '../../domain/accounts/account.ts';
import type { Session } from '../../domain/accounts/session.ts';
import type { Clock } from '../ports/environment.ts';
import type { SessionStore } from '../ports/session-store.ts';

export class ListSessions {
  constructor(
    private readonly sessions: SessionStore,
    private readonly clock: Clock,
  ) {}

  /** Lists the live sessions of the account, newest first. */
  async execute(accountId: AccountId): Promise<readonly Session[]> {
    const now = this.clock.now();
    return (await this.sessions.listOf(accountId)).filter((session) => session.isLiveAt(now));
  }
}
