import type { Account } from '../../../../domain/accounts/account.ts';
import { fromAccountRow, toAccountRow } from '../../rows/account-row.ts';
import { type AccountKeys, accountKeys } from '../account-keys.ts';
import type { RedisStore } from '../connection/redis-store.ts';

/** Creates the account only if it is missing and was not removed: it may have changed in the meantime. */
const CREATE = `
  if redis.call('EXISTS', KEYS[1]) == 1 then return 1 end
  if redis.call('EXISTS', KEYS[2]) == 1 then return 0 end
  redis.call('HSET', KEYS[1], unpack(ARGV))
  return 1`;

export const REPLACE_IF_HELD = `
  if redis.call('GET', KEYS[1]) ~= ARGV[1] then return 0 end
  redis.call('SET', KEYS[1], ARGV[2])
  return 1`;

/**
 * One atomic write to one key decides which account is the first, and stores its whole row there. The account's own
 * keys lie on other servers of a cluster and are written afterwards. Any instance that finds this unfinished completes
 * it, so an interruption locks no one out: the account that won is always created.
 */
export class RedisFirstAccount {
  private readonly keys: AccountKeys;

  constructor(
    private readonly store: RedisStore,
    private readonly claimEmail: (account: Account) => Promise<boolean>,
  ) {
    this.keys = accountKeys(store);
  }

  /** True if this account is the first, even if the reply to an earlier attempt was lost. */
  async claim(account: Account): Promise<boolean> {
    const row = JSON.stringify(toAccountRow(account));
    await this.store.write((pipeline) => pipeline.set(this.keys.first, row, 'NX'));
    if ((await this.settle()) !== account.id) return false;
    return (await this.store.read((client) => client.exists(this.keys.account(account.id)))) === 1;
  }

  /** The id of the first account, after completing its creation if necessary. Undefined if there has been none. */
  async settle(): Promise<string | undefined> {
    const held = await this.store.read((client) => client.get(this.keys.first));
    if (held === null) return undefined;
    if (!held.startsWith('{')) return held;

    const account = fromAccountRow(JSON.parse(held));
    await this.write(account);
    await this.store.script(REPLACE_IF_HELD, [this.keys.first], [held, account.id]);
    return account.id;
  }

  private async write(account: Account): Promise<void> {
    const { id, key } = account;
    const fields = Object.entries(toAccountRow(account)).flat();
    const exists = await this.store.script(CREATE, [this.keys.account(id), this.keys.removed(id)], fields);
    if (exists !== 1) return;
    await this.store.write((pipeline) => pipeline.set(this.keys.hint(key.digest), id));
    if (await this.claimEmail(account)) return;
    // An older release created an account but was stopped before it could record it: that one is the first.
    await this.store.delete(this.keys.account(id));
    await this.store.delete(this.keys.hint(key.digest));
  }
}
