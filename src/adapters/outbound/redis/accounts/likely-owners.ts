import type { AccountId } from '../../../../domain/accounts/account.ts';
import type { KeyDigest } from '../../../../domain/accounts/api-key.ts';

const KEYS_MAX = 10_000;

/** The account that each key belonged to when it was last found. Never proof of anything: the account decides, every time. */
export class LikelyOwners {
  private readonly owners = new Map<KeyDigest, AccountId>();

  get(digest: KeyDigest): AccountId | undefined {
    return this.owners.get(digest);
  }

  set(digest: KeyDigest, owner: AccountId): void {
    if (this.owners.size >= KEYS_MAX) this.owners.clear();
    this.owners.set(digest, owner);
  }
}
