import type { AccountIdentity } from '../../domain/accounts/account.ts';
import type { ApiKey } from '../../domain/accounts/api-key.ts';
import type { KeyStorage, PromptOwner } from '../ports/key-storage.ts';
import type { KeySealing } from '../ports/secrets.ts';

/** The most frequent question of all. It asks storage every time: a cache would let a reset key live on. */
export class AuthenticateKey {
  constructor(
    private readonly keys: KeyStorage,
    private readonly sealing: KeySealing,
  ) {}

  execute(presented: ApiKey): Promise<AccountIdentity | undefined> {
    return this.keys.findByDigest(this.sealing.digest(presented));
  }

  /** For calls about prompts: equal revisions mean that nothing the account has is another than before. */
  withRevision(presented: ApiKey): Promise<PromptOwner | undefined> {
    return this.keys.findWithRevision(this.sealing.digest(presented));
  }
}
