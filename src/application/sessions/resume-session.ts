import { SessionSecret } from '../../domain/accounts/session-secret.ts';
import type { Clock } from '../ports/environment.ts';
import type { SessionSecrets } from '../ports/secrets.ts';
import type { FoundSession, SessionStore } from '../ports/session-store.ts';

/** Asked for every request of the dashboard, and asks storage every time: a cache would let an ended session live on. */
export class ResumeSession {
  constructor(
    private readonly sessions: SessionStore,
    private readonly secrets: SessionSecrets,
    private readonly clock: Clock,
  ) {}

  /** Undefined when nobody is signed in with it. An outage rejects: it signs nobody out. */
  async execute(presented: string): Promise<FoundSession | undefined> {
    const secret = SessionSecret.parse(presented);
    const found = secret && (await this.sessions.find(this.secrets.digest(secret)));
    const now = this.clock.now();
    if (!found?.session.isLiveAt(now)) return undefined;

    const { session, account } = found;
    if (!session.isUnseenAt(now)) return found;
    await this.sessions.touch(session, now);
    return { session: session.seen(now), account };
  }
}
