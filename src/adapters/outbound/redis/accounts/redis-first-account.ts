import type { Account } from '../../../../domain/accounts/account.ts';
import { fromAccountRow, toAccountRow } from '../../rows/account-row.ts';
import { type AccountKeys, accountKeys } from '../account-keys.ts';
import type { RedisStore } from '../connection/redis-store.ts';

/** Only where there is nothing yet: the account may have been changed since, or removed. */
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
 * Who is first is decided in one step, on one key: it takes the whole account of whoever comes first, and nobody
 * else's. What remains is to put that account in its places, which lie on other servers of a cluster. Whoever finds
 * this undone does it, so that a stop anywhere in between keeps nobody out: the account that won comes to be.
 */
export class RedisFirstAccount {
  private readonly keys: AccountKeys;

  constructor(
    private readonly store: RedisStore,
    private readonly claimEmail: (account: Account) => Promise<boolean>,
  ) {
    this.keys = accountKeys(store);
  }

  /** True if this one is, also when an earlier try got through unheard. */
  async claim(account: Account): Promise<boolean> {
    const row = JSON.stringify(toAccountRow(account));
    await this.store.write((pipeline) => pipeline.set(this.keys.first, row, 'NX'));
    if ((await this.settled()) !== account.id) return false;
    return (await this.store.read((client) => client.exists(this.keys.account(account.id)))) === 1;
  }

  /** The id of the first account, put in its places if that was left undone. Undefined while there has been none. */
  async settled(): Promise<string | undefined> {
    const held = await this.store.read((client) => client.get(this.keys.first));
    if (held === null) return undefined;
    if (!held.startsWith('{')) return held;

    const account = fromAccountRow(JSON.parse(held));
    await this.place(account);
    await this.store.script(REPLACE_IF_HELD, [this.keys.first], [held, account.id]);
    return account.id;
  }

  private async place(account: Account): Promise<void> {
    const { id, key } = account;
    const fields = Object.entries(toAccountRow(account)).flat();
    const there = await this.store.script(CREATE, [this.keys.account(id), this.keys.removed(id)], fields);
    if (there !== 1) return;
    await this.store.write((pipeline) => pipeline.set(this.keys.hint(key.digest), id));
    if (await this.claimEmail(account)) return;
    // An older release has opened an account and was stopped before it could say so: there is one, but not this one.
    await this.store.write((pipeline) => pipeline.del(this.keys.account(id)));
    await this.store.write((pipeline) => pipeline.del(this.keys.hint(key.digest)));
  }
}
