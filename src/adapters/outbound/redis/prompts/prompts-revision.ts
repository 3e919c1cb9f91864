import type { AccountId } from '../../../../domain/accounts/account.ts';
import type { RedisStore } from '../connection/redis-store.ts';
import { promptKeys } from './prompt-keys.ts';

/** Of an account: raised by every change of any of its prompts; 0 before the first. */
export class PromptsRevision {
  private readonly keyOf: (owner: AccountId) => string;

  constructor(private readonly store: RedisStore) {
    this.keyOf = promptKeys(store).revision;
  }

  async of(owner: AccountId): Promise<number> {
    return Number((await this.store.read((client) => client.get(this.keyOf(owner)))) ?? 0);
  }
}
