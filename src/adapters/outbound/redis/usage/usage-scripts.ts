import { ARGUMENTS } from '../prompts/prompt-keys.ts';
import { ADD_CALLERS } from './caller-scripts.ts';
import { ADD_REFUSED_CALLS } from './redis-refused-calls.ts';
import { LAST_USED, USAGE_KEY_NAMES } from './usage-keys.ts';

/** Stores the sequence number together with the counts, so that a batch that is sent again is not counted twice. */
export const APPLY_BATCH = `${USAGE_KEY_NAMES}${ARGUMENTS}${ADD_CALLERS}${ADD_REFUSED_CALLS}
local instance, sequence, retainMs = take(), takeNumber(), takeNumber()
local lastUsedAt, oldestDay, daysMs, callersMs = takeNumber(), takeNumber(), takeNumber(), takeNumber()
local function takeCount() return { field = take(), count = take() } end
local function takeDay()
  return { day = take(), expiresAt = take(), calls = takeMany(takeCount), reads = takeMany(takeCount),
    prompts = takeMany(takeCount) }
end
local days = takeMany(takeDay)
local callers = takeMany(takeCaller)
local refused = takeMany(takeRefused)
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
  add(promptsKey(each.day), each.prompts, each.expiresAt)
  redis.call('ZADD', daysKey, each.day, each.day)
end
redis.call('ZREMRANGEBYSCORE', daysKey, '-inf', '(' .. whole(oldestDay))
redis.call('PEXPIRE', daysKey, whole(daysMs))
addCallers(callers, sequence, callersMs)
addRefused(refused, sequence, callersMs)
return 'applied'`;

/** Deletes the usage of an account that was removed. If this never runs, everything expires by itself. */
export const ERASE_USAGE = `${USAGE_KEY_NAMES}
if redis.call('EXISTS', KEYS[1]) == 1 then return redis.error_reply('ERR the account exists') end
for _, day in ipairs(redis.call('ZRANGE', daysKey, 0, -1)) do
  redis.call('UNLINK', callsKey(day), readsKey(day), promptsKey(day))
end
for _, id in ipairs(redis.call('ZRANGE', callersKey, 0, -1)) do redis.call('UNLINK', callerKey(id)) end
redis.call('UNLINK', daysKey, seenKey, callersKey, refusedKey)
return 1`;
