import { readScript } from '../connection/redis-store.ts';
import { BYTES_OF } from '../prompts/content-scripts.ts';
import { ARGUMENTS, KEY_NAMES } from '../prompts/prompt-keys.ts';

/** Counts the content that versions of 0.1 hold themselves, once for each prompt. */
export const COUNT_OWN_BYTES = `${KEY_NAMES}${ARGUMENTS}${BYTES_OF}
for _, id in ipairs(takeMany(take)) do
  local own = ownBytesOf(id)
  if own > 0 and redis.call('HSETNX', ownBytes, id, own) == 1 then redis.call('INCRBY', bytes, own) end
end
return 1`;

/** Returns the digests of a prompt's versions, the size of the content that they hold themselves, and its count. */
export const CONTENT_OF_PROMPT = readScript(`${KEY_NAMES}${ARGUMENTS}${BYTES_OF}
local id = take()
return { redis.call('HVALS', contentsKey(id)), ownBytesOf(id), redis.call('HGET', ownBytes, id) or '0' }`);

/** Returns the total size of the given contents. */
export const SUM_BYTES = readScript(`${KEY_NAMES}${ARGUMENTS}${BYTES_OF}
local total = 0
for _, digest in ipairs(takeMany(take)) do total = total + bytesOf(digest) end
return total`);

/** Deletes contents, and sets counts: fields and values in turn. Changes nothing if the revision has changed. */
export const REPAIR_CONTENT = `${KEY_NAMES}${ARGUMENTS}
local revision, total, unused = take(), take(), takeMany(take)
local counts, own = takeMany(take), takeMany(take)
if (redis.call('GET', rev) or '0') ~= revision then return 0 end
for _, digest in ipairs(unused) do
  for _, key in ipairs({ contents, settings, uses }) do redis.call('HDEL', key, digest) end
end
for index = 1, #counts, 2 do redis.call('HSET', uses, counts[index], counts[index + 1]) end
for index = 1, #own, 2 do redis.call('HSET', ownBytes, own[index], own[index + 1]) end
redis.call('SET', bytes, total)
return 1`;
