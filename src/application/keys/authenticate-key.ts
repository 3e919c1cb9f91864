import type { AccountId, AccountIdentity } from '../../domain/accounts/account.ts';
import type { ApiKey } from '../../domain/accounts/api-key.ts';
import type { KeyStorage, PromptOwner, PromptSelection } from '../ports/key-storage.ts';
import type { KeySealing } from '../ports/secrets.ts';
import { LikelyOwners } from './likely-owners.ts';

/** Selects what to read together with the account, given the one that the key probably belongs to. */
export type SelectPrefetch = (likely: AccountId) => PromptSelection | undefined;

/** The most frequent call. Reads storage every time: with a cache, a reset key would stay valid for a while. */
export class AuthenticateKey {
  private readonly likelyOwners = new LikelyOwners();

  constructor(
    private readonly keys: KeyStorage,
    private readonly sealing: KeySealing,
  ) {}

  async execute(presented: ApiKey): Promise<AccountIdentity | undefined> {
    const digest = this.sealing.digest(presented);
    const likely = this.likelyOwners.of(digest);
    const account = await this.keys.findByDigest(digest, likely);
    if (account && likely === undefined) this.likelyOwners.remember(digest, account.id);
    return account;
  }

  /**
   * For calls about prompts: with equal revisions, none of the account's prompts has changed. What `prefetch` selects is
   * read in the same step.
   */
  async withRevision(presented: ApiKey, prefetch?: SelectPrefetch): Promise<PromptOwner | undefined> {
    const digest = this.sealing.digest(presented);
    const likely = this.likelyOwners.of(digest);
    if (likely !== undefined) {
      const selection = prefetch?.(likely);
      return selection
        ? this.keys.findWithReading(digest, likely, selection)
        : this.keys.findWithRevision(digest, likely);
    }
    const owner = await this.keys.findWithRevision(digest);
    if (owner) this.likelyOwners.remember(digest, owner.id);
    return owner;
  }
}
