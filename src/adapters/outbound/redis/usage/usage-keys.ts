import { type AccountId, parseAccountId } from '../../../../domain/accounts/account.ts';
import { accountKeys } from '../account-keys.ts';
import type { RedisStore } from '../connection/redis-store.ts';

/**
 * The calls, reads, callers and refused calls of an account. The time of its key's last use is a field of the account itself.
 *
 *   seen           zset  instance → the sequence number of its last batch
 *   days           zset  day → day, for days with counts; days are numbered from 1970
 *   calls:<day>    hash  `<hour of the day> <status class> <route>` → count
 *   reads:<day>    hash  `<hour of the day> <version> <prompt id>` → count
 *   prompts:<day>  hash  `<hour of the day> <served or failed> <version, or 0> <label, or -> <prompt id>` → count
 *   callers        zset  caller id → when it was last seen
 *   caller:<id>    hash  the caller's row without its id, and `label:<prompt id> <label>` → `<version> <served at>`;
 *                        prompt id and version are empty for lists
 *   refused        zset  the row of a refused call as JSON → when it happened
 */
export const usageKeys = (store: Pick<RedisStore, 'key'>) => {
  const { account } = accountKeys(store);
  const all = (owner: AccountId) => store.key('u', `{${owner}}`);
  return {
    account,
    /** The account, without which its usage does not exist, and the prefix of all other keys. */
    ofScripts: (owner: AccountId): readonly [string, string] => [account(owner), all(owner)],
    days: (owner: AccountId) => `${all(owner)}:days`,
    calls: (owner: AccountId, day: number) => `${all(owner)}:calls:${day}`,
    reads: (owner: AccountId, day: number) => `${all(owner)}:reads:${day}`,
    prompts: (owner: AccountId, day: number) => `${all(owner)}:prompts:${day}`,
    refused: (owner: AccountId) => `${all(owner)}${REFUSED_END}`,
    callers: (owner: AccountId) => `${all(owner)}${CALLERS_END}`,
    caller: (owner: AccountId, id: string) => `${all(owner)}:caller:${id}`,
    /** The prefix of all keys of all accounts, for scanning. */
    start: store.key('u', ''),
  };
};

/** The end of the key of an account's callers. */
export const CALLERS_END = ':callers';
/** The end of the key of an account's refused calls. */
export const REFUSED_END = ':refused';

/** Begins the field of a label read in the hash of its caller. */
export const LABEL_READ_FIELD = 'label:';

export type UsageKeys = ReturnType<typeof usageKeys>;

/** All accounts that have a key with this end. */
export async function* ownersOfKeys(store: RedisStore, end: string): AsyncIterable<AccountId> {
  const { start } = usageKeys(store);
  for await (const key of store.scan(start)) {
    const owner = key.endsWith(end) && parseAccountId(key.slice(start.length + 1, -end.length - 1));
    if (owner) yield owner;
  }
}

/** The same keys for scripts. */
export const USAGE_KEY_NAMES = `
local seenKey, daysKey, callersKey = KEYS[2] .. ':seen', KEYS[2] .. ':days', KEYS[2] .. '${CALLERS_END}'
local refusedKey = KEYS[2] .. '${REFUSED_END}'
local function callerKey(id) return KEYS[2] .. ':caller:' .. id end
local function callsKey(day) return KEYS[2] .. ':calls:' .. day end
local function readsKey(day) return KEYS[2] .. ':reads:' .. day end
local function promptsKey(day) return KEYS[2] .. ':prompts:' .. day end
`;

export const LAST_USED = 'key_last_used_at';
