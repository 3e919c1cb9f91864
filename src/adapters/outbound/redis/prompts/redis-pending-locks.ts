import type { PendingLocks } from '../../../../application/ports/prompts/protected-labels.ts';
import type { AccountId } from '../../../../domain/accounts/account.ts';
import { accountKeys } from '../account-keys.ts';
import type { RedisStore } from '../connection/redis-store.ts';

/** The accounts that a migration or a transfer marked: a set in a slot of its own. */
export class RedisPendingLocks implements PendingLocks {
  private readonly key: string;

  constructor(private readonly store: RedisStore) {
    this.key = accountKeys(store).pendingLocks;
  }

  async list(limit: number): Promise<readonly AccountId[]> {
    return (await this.store.read((client) => client.srandmember(this.key, limit))) as AccountId[];
  }

  async mark(owner: AccountId): Promise<void> {
    await this.store.write((pipeline) => pipeline.sadd(this.key, owner));
  }

  async markLocked(owner: AccountId): Promise<void> {
    await this.store.command('SREM', this.key, owner);
  }
}
