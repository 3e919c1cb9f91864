import type { AccountId } from '../../../domain/accounts/account.ts';
import type { KeyCredential } from '../../../domain/accounts/actor.ts';
import type { KeyDigest } from '../../../domain/accounts/api-key.ts';
import type { Session } from '../../../domain/accounts/session.ts';
import type { AuthenticateKey } from '../../keys/authenticate-key.ts';
import type { Clock } from '../../ports/environment.ts';
import type { PromptReader } from '../../ports/prompts/prompt-reader.ts';
import type { SessionStore } from '../../ports/session-store.ts';

/** The key or session that a stream was opened with. */
export interface StreamCredential {
  /** Equal for streams with the same key or session. */
  readonly identity: string;

  /**
   * Looks it up in the storage every time. The account's revision as long as it is valid, undefined once it is not.
   * Rejects with StorageUnavailable, which says nothing about its validity.
   */
  check(): Promise<number | undefined>;
}

export const identityOfKey = (digest: KeyDigest): string => `key ${digest}`;

export class StreamCredentials {
  constructor(
    private readonly authenticateKey: AuthenticateKey,
    private readonly sessions: Pick<SessionStore, 'find'>,
    private readonly prompts: Pick<PromptReader, 'readRevision'>,
    private readonly clock: Clock,
  ) {}

  ofKey(key: KeyCredential, owner: AccountId): StreamCredential {
    return {
      identity: identityOfKey(key.digest),
      check: async () => {
        const found = await this.authenticateKey.withRevision(key);
        return found?.id === owner ? found.promptsRevision : undefined;
      },
    };
  }

  /** The session is not touched: an open page that nobody uses must not keep its session alive. */
  ofSession({ digest, accountId }: Session): StreamCredential {
    return {
      identity: `session ${digest}`,
      check: async () => {
        // The session last: whatever is sent after this was permitted when everything it is based on had been read.
        const revision = await this.prompts.readRevision(accountId);
        const found = await this.sessions.find(digest);
        return found?.session.isLiveAt(this.clock.now()) ? revision : undefined;
      },
    };
  }
}
