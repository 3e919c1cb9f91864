import type { AccountIdentity } from '../../domain/accounts/account.ts';
import type { KeyCredential } from '../../domain/accounts/actor.ts';
import type { ApiKey } from '../../domain/accounts/api-key.ts';
import type { KeyStorage, PromptOwner } from '../ports/key-storage.ts';
import type { KeySealing } from '../ports/secrets.ts';

/** The most frequent call. Reads storage every time: with a cache, a reset key would stay valid for a while. */
export class AuthenticateKey {
  constructor(
    private readonly keys: KeyStorage,
    private readonly sealing: KeySealing,
  ) {}

  /** Returns the credential that a request is admitted with, and that its writes carry. A guard computes it once. */
  credentialOf(presented: ApiKey): KeyCredential {
    return { kind: 'key', digest: this.sealing.digest(presented) };
  }

  async execute({ digest }: KeyCredential): Promise<AccountIdentity | undefined> {
    return this.keys.findByDigest(digest);
  }

  /** For calls about prompts: with equal revisions, none of the account's prompts has changed. */
  async withRevision({ digest }: KeyCredential): Promise<PromptOwner | undefined> {
    return this.keys.findWithRevision(digest);
  }
}
