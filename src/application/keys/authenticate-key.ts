import type { AccountIdentity } from '../../domain/accounts/account.ts';
import type { Credential } from '../../domain/accounts/actor.ts';
import type { ApiKey } from '../../domain/accounts/api-key.ts';
import type { KeyStorage, PromptOwner } from '../ports/key-storage.ts';
import type { KeySealing } from '../ports/secrets.ts';

/** The most frequent call. Reads storage every time: with a cache, a reset key would stay valid for a while. */
export class AuthenticateKey {
  constructor(
    private readonly keys: KeyStorage,
    private readonly sealing: KeySealing,
  ) {}

  async execute(presented: ApiKey): Promise<AccountIdentity | undefined> {
    return this.keys.findByDigest(this.sealing.digest(presented));
  }

  /** A credential for writes, which the storage applies only while the account still has the key. */
  credentialOf(presented: ApiKey): Credential {
    return { kind: 'key', digest: this.sealing.digest(presented) };
  }

  /** For calls about prompts: with equal revisions, none of the account's prompts has changed. */
  async withRevision(presented: ApiKey): Promise<PromptOwner | undefined> {
    return this.keys.findWithRevision(this.sealing.digest(presented));
  }
}
