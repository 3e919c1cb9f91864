import { SessionSecret } from '../../domain/accounts/session-secret.ts';
import type { Clock } from '../ports/environment.ts';
import type { SessionSecrets } from '../ports/secrets.ts';
import type { FoundSession, SessionStore } from '../ports/session-store.ts';

/** Runs for every request of the dashboard. Reads storage every time: with a cache, an ended session would stay valid. */
export class ResumeSession {
  constructor(
    private readonly sessions: SessionStore,
    private readonly secrets: SessionSecrets,
    private readonly clock: Clock,
  ) {}

  /** Undefined when there is no such session. Rejects during an outage, which must not sign anyone out. */
  async execute(presented: string): Promise<FoundSession | undefined> {
    const secret = SessionSecret.parse(presented);
    const found = secret && (await this.sessions.find(this.secrets.digest(secret)));
    const now = this.clock.now();
    if (!found?.session.isLiveAt(now)) return undefined;

    const { session, account } = found;
    if (!session.isUnseenAt(now)) return found;
    await this.sessions.touch(session, now);
    return { session: session.withSeenAt(now), account };
  }
}
