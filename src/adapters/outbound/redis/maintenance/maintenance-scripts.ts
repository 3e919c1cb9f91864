import { CHANGE_STEPS } from '../prompts/change-scripts.ts';
import { LABEL_STEPS } from '../prompts/label-scripts.ts';
import { ARGUMENTS, KEY_NAMES } from '../prompts/prompt-keys.ts';

/** Adds one prompt to the indexes that lack it. Returns the name of each fault. */
export const REPAIR_PROMPT = `${KEY_NAMES}${ARGUMENTS}
local id, faults = take(), {}
if redis.call('EXISTS', KEYS[1]) == 0 then return faults end
local name, updatedAt, latest = unpack(redis.call('HMGET', promptKey(id), 'name', 'updated_at', 'latest_version'))
if not name then return faults end
local held = redis.call('HGET', names, name)
if held ~= id then
  if held and redis.call('HGET', promptKey(held), 'name') == name then faults[#faults + 1] = 'clash'
  else
    redis.call('HSET', names, name, id)
    faults[#faults + 1] = 'names'
  end
end
local function addTo(index, member, fault)
  if redis.call('ZADD', index, 0, member) == 1 then faults[#faults + 1] = fault end
end
addTo(byName, name .. ' ' .. id, 'by-name')
addTo(byTime, sortable(tonumber(updatedAt)) .. ' ' .. id, 'by-time')
for _, include in ipairs(redis.call('SMEMBERS', includesKey(id))) do addTo(includers, include .. ' ' .. id, 'includers') end
for _, part in ipairs({ redis.call('HLEN', versionsKey(id)),
  redis.call('HLEN', contentsKey(id)) + redis.call('HLEN', bodiesKey(id)),
  redis.call('LLEN', publishedKey(id)) }) do
  if part ~= tonumber(latest) then
    faults[#faults + 1] = 'versions'
    break
  end
end
return faults`;

/** Deletes those of the given entries of an index that lead to no prompt. Returns how many. */
const sweepScript = (isCurrent: string, remove: string): string => `${KEY_NAMES}${ARGUMENTS}
local function isCurrent(member) ${isCurrent} end
local swept = 0
for _, member in ipairs(takeMany(take)) do
  if not isCurrent(member) then
    ${remove}
    swept = swept + 1
  end
end
return swept`;

export const SWEEP = {
  names: sweepScript(
    `local id = redis.call('HGET', names, member)
     return not id or redis.call('HGET', promptKey(id), 'name') == member`,
    "redis.call('HDEL', names, member)",
  ),
  'by-name': sweepScript(
    `local name, id = string.match(member, '^(%S+) (%S+)$')
     return id and redis.call('HGET', promptKey(id), 'name') == name`,
    "redis.call('ZREM', byName, member)",
  ),
  'by-time': sweepScript(
    `local time, id = string.match(member, '^(%S+) (%S+)$')
     local updatedAt = id and redis.call('HGET', promptKey(id), 'updated_at')
     return updatedAt and sortable(tonumber(updatedAt)) == time`,
    "redis.call('ZREM', byTime, member)",
  ),
  includers: sweepScript(
    `local include, id = string.match(member, '^(.*) (%S+)$')
     return id and redis.call('SISMEMBER', includesKey(id), include) == 1`,
    "redis.call('ZREM', includers, member)",
  ),
} as const;

/** Points labels to versions, or removes those whose version is '-'. Raises the revisions like any other change. */
export const SET_LABELS = `${KEY_NAMES}${ARGUMENTS}${CHANGE_STEPS}${LABEL_STEPS}
writeId = take()
local id, revision, at, message = take(), take(), take(), take()
local moves = takeMany(function() return { label = take(), version = take(), message = message } end)
local name, held = unpack(redis.call('HMGET', promptKey(id), 'name', 'revision'))
if redis.call('EXISTS', KEYS[1]) == 0 or held ~= revision then return 0 end
local newRevision = nextRevision()
for _, move in ipairs(moves) do
  move.previous = versionOfLabel(id, move.label)
  if move.version ~= move.previous then
    pointLabel(id, move)
    addLabelChange(id, move)
  end
end
redis.call('HINCRBY', promptKey(id), 'revision', 1)
redis.call('HSET', promptKey(id), 'write_id', writeId)
storeChanges(newRevision, { prompt_id = id, name = name, by = 'cli', at = at })
return 1`;

export const SET_INCLUDES = `${KEY_NAMES}${ARGUMENTS}
local id, wanted = take(), takeMany(take)
if redis.call('EXISTS', promptKey(id)) == 0 then return 0 end
for _, include in ipairs(redis.call('SMEMBERS', includesKey(id))) do redis.call('ZREM', includers, include .. ' ' .. id) end
redis.call('DEL', includesKey(id))
for _, include in ipairs(wanted) do
  redis.call('SADD', includesKey(id), include)
  redis.call('ZADD', includers, 0, include .. ' ' .. id)
end
return 1`;

/** Deletes a key of an account that does not exist. Checks once more: it may have been created in the meantime. */
export const SWEEP_LEFTOVER = `
  if redis.call('EXISTS', KEYS[1]) == 1 then return 0 end
  return redis.call('UNLINK', KEYS[2])`;
