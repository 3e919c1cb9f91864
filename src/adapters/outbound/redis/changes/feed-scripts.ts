import { ARGUMENTS, KEY_NAMES } from '../prompts/prompt-keys.ts';
import { readingScript } from '../prompts/prompt-read-scripts.ts';

/** Takes an id and a limit. Returns the account's revision, the change with this id, the oldest one, and those that follow. */
export const AFTER = readingScript(`
local id, limit = take(), take()
return { redis.call('GET', rev), redis.call('XRANGE', changes, id, id), redis.call('XRANGE', changes, '-', '+', 'COUNT', 1),
  redis.call('XRANGE', changes, '(' .. id, '+', 'COUNT', limit) }`);

/** Takes the id to begin before, or '', and a limit. Redis rejects a range that ends before the first possible id. */
export const LATEST = readingScript(`
local before, limit = take(), take()
local revision = redis.call('GET', rev)
if before == '0-0' then return { revision, {} } end
return { revision, redis.call('XREVRANGE', changes, before == '' and '+' or '(' .. before, '-', 'COUNT', limit) }`);

/**
 * Deletes the oldest changes: those beyond the maximum, and those from before the cutoff up to the first that is not.
 * Changes in the middle stay: a client that reads after an older one would not notice that one is missing.
 * Returns how many were deleted.
 */
export const DELETE_SOME = `${KEY_NAMES}${ARGUMENTS}
local cutoff, changesMax, batch = takeNumber(), takeNumber(), takeNumber()
local length = redis.call('XLEN', changes)
local oldest = redis.call('XRANGE', changes, '-', '+', 'COUNT', batch + 1)
local function isOld(entry)
  for index = 1, #entry[2], 2 do
    if entry[2][index] == 'at' then return tonumber(entry[2][index + 1]) < cutoff end
  end
  return false
end
local deleted = 0
for index = 1, math.min(batch, length - 1) do
  if index > length - changesMax and not isOld(oldest[index]) then break end
  deleted = index
end
if deleted > 0 then redis.call('XTRIM', changes, 'MINID', oldest[deleted + 1][1]) end
return deleted`;
