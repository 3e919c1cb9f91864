/** The size of one content: the same bytes as its ContentRow. Needs the names of the keys. */
export const BYTES_OF = `
local function settingsBytes(text)
  local row = cjson.decode(text)
  return #(row.variables or '') + #(row.config or '')
end
local function bytesOf(digest)
  return redis.call('HSTRLEN', contents, digest) + settingsBytes(redis.call('HGET', settings, digest) or '{}')
end
-- Of the versions of 0.1 of a prompt, which hold their content themselves.
local function ownBytesOf(id)
  local total = 0
  for _, number in ipairs(redis.call('HKEYS', bodiesKey(id))) do
    total = total + redis.call('HSTRLEN', bodiesKey(id), number)
      + settingsBytes(redis.call('HGET', versionsKey(id), number) or '{}')
  end
  return total
end`;

/** Functions for scripts that write, to count content and to enforce its quota. */
export const CONTENT_STEPS = `${BYTES_OF}
local function usedBytes() return tonumber(redis.call('GET', bytes) or '0') end
-- What adds nothing is never refused, even when the quota was lowered.
local function exceedsBytes(versions, bytesMax)
  local added, seen = 0, {}
  for _, version in ipairs(versions) do
    if not seen[version.digest] and redis.call('HEXISTS', uses, version.digest) == 0 then
      added = added + version.bytes
    end
    seen[version.digest] = true
  end
  return added > 0 and usedBytes() + added > bytesMax
end
-- Deletes the contents that only this prompt has.
local function releaseContents(id)
  local counts, own = {}, redis.call('HGET', ownBytes, id)
  for _, digest in ipairs(redis.call('HVALS', contentsKey(id))) do counts[digest] = (counts[digest] or 0) + 1 end
  for digest, count in pairs(counts) do
    if redis.call('HINCRBY', uses, digest, -count) <= 0 then
      redis.call('DECRBY', bytes, bytesOf(digest))
      for _, key in ipairs({ contents, settings, uses }) do redis.call('HDEL', key, digest) end
    end
  end
  if own then
    redis.call('DECRBY', bytes, own)
    redis.call('HDEL', ownBytes, id)
  end
end
`;
