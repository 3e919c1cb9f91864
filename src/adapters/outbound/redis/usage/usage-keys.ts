import type { AccountId } from '../../../../domain/accounts/account.ts';
import { accountKeys } from '../account-keys.ts';
import type { RedisStore } from '../connection/redis-store.ts';
import { ARGUMENTS } from '../prompts/prompt-keys.ts';

/**
 * The calls and reads of an account. The time of its key's last use is a field of the account itself.
 *
 *   seen           zset  instance → the sequence number of its last batch
 *   days           zset  day → day, for days with counts; days are numbered from 1970
 *   calls:<day>    hash  `<hour of the day> <status class> <route>` → count
 *   reads:<day>    hash  `<hour of the day> <version> <prompt id>` → count
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
  };
};

export type UsageKeys = ReturnType<typeof usageKeys>;

const KEY_NAMES = `
local seenKey, daysKey = KEYS[2] .. ':seen', KEYS[2] .. ':days'
local function callsKey(day) return KEYS[2] .. ':calls:' .. day end
local function readsKey(day) return KEYS[2] .. ':reads:' .. day end
`;

export const LAST_USED = 'key_last_used_at';

/** Stores the sequence number together with the counts, so that a batch that is sent again is not counted twice. */
export const APPLY_BATCH = `${KEY_NAMES}${ARGUMENTS}
local instance, sequence, retainMs = take(), takeNumber(), takeNumber()
local lastUsedAt, oldestDay, daysMs = takeNumber(), takeNumber(), takeNumber()
local function takeCount() return { field = take(), count = take() } end
local function takeDay()
  return { day = take(), expiresAt = take(), calls = takeMany(takeCount), reads = takeMany(takeCount) }
end
local days = takeMany(takeDay)
if redis.call('EXISTS', KEYS[1]) == 0 then return 'no-account' end
if sequence <= tonumber(redis.call('ZSCORE', seenKey, instance) or '0') then return 'known-already' end

redis.call('ZADD', seenKey, whole(sequence), instance)
redis.call('ZREMRANGEBYSCORE', seenKey, '-inf', '(' .. whole(sequence - retainMs))
redis.call('PEXPIRE', seenKey, whole(retainMs))
if lastUsedAt > tonumber(redis.call('HGET', KEYS[1], '${LAST_USED}') or '0') then
  redis.call('HSET', KEYS[1], '${LAST_USED}', whole(lastUsedAt))
end
local function add(key, counts, expiresAt)
  if #counts == 0 then return end
  for _, counted in ipairs(counts) do redis.call('HINCRBY', key, counted.field, counted.count) end
  redis.call('PEXPIREAT', key, expiresAt)
end
for _, each in ipairs(days) do
  add(callsKey(each.day), each.calls, each.expiresAt)
  add(readsKey(each.day), each.reads, each.expiresAt)
  redis.call('ZADD', daysKey, each.day, each.day)
end
redis.call('ZREMRANGEBYSCORE', daysKey, '-inf', '(' .. whole(oldestDay))
redis.call('PEXPIRE', daysKey, whole(daysMs))
return 'applied'`;

/** Deletes the usage of an account that was removed. If this never runs, everything expires by itself. */
export const ERASE_USAGE = `${KEY_NAMES}
if redis.call('EXISTS', KEYS[1]) == 1 then return redis.error_reply('ERR the account exists') end
for _, day in ipairs(redis.call('ZRANGE', daysKey, 0, -1)) do redis.call('UNLINK', callsKey(day), readsKey(day)) end
redis.call('UNLINK', daysKey, seenKey)
return 1`;
