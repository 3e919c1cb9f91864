import type { Account } from '../../domain/accounts/account.ts';
import { newSessionId, Session, type SessionOrigin, tidyUserAgent } from '../../domain/accounts/session.ts';
import { SessionSecret } from '../../domain/accounts/session-secret.ts';
import { timedIdEntropyBytes } from '../../domain/timed-id.ts';
import type { Clock, Entropy } from '../ports/environment.ts';
import type { SessionSecrets } from '../ports/secrets.ts';
import type { SessionStore } from '../ports/session-store.ts';

export interface StartedSession {
  readonly secret: SessionSecret;
  readonly session: Session;
}

/** Starts a session after the password was checked. The secret is returned only here. */
export class StartSession {
  constructor(
    private readonly sessions: SessionStore,
    private readonly secrets: SessionSecrets,
    private readonly clock: Clock,
    private readonly entropy: Entropy,
  ) {}

  /** Pass the account that the password was checked against: if the password was changed since, the session is void. */
  async execute(account: Account, { address, userAgent }: SessionOrigin): Promise<StartedSession> {
    const secret = SessionSecret.fromEntropy(this.entropy.bytes(SessionSecret.entropyBytes));
    const startedAt = this.clock.now();
    const session = Session.of({
      id: newSessionId(startedAt, this.entropy.bytes(timedIdEntropyBytes)),
      digest: this.secrets.digest(secret),
      accountId: account.id,
      epoch: account.sessionEpoch,
      startedAt,
      seenAt: startedAt,
      address,
      userAgent: tidyUserAgent(userAgent),
    });
    await this.sessions.add(session);
    return { secret, session };
  }
}
