import { CALLERS_MAX, LABEL_READS_MAX } from '../../../../domain/usage/caller.ts';
import { readScript } from '../connection/redis-store.ts';
import { LABEL_READ_FIELD, USAGE_KEY_NAMES } from './usage-keys.ts';

/** The fields of a caller besides its label reads. */
const ROW_FIELDS = ['name', 'address', 'interfaces', 'first_seen', 'last_seen', 'calls', 'labels_evicted'] as const;

const LABELS = `
local function servedAt(value) return tonumber(string.match(value, '%S+$')) end
local function labelsIn(key)
  local fields, labels = redis.call('HGETALL', key), {}
  for index = 1, #fields, 2 do
    if string.sub(fields[index], 1, ${LABEL_READ_FIELD.length}) == '${LABEL_READ_FIELD}' then
      labels[#labels + 1] = { field = fields[index], at = servedAt(fields[index + 1]) }
    end
  end
  return labels
end
local function isNewer(one, other)
  if one.at ~= other.at then return one.at > other.at end
  return one.field < other.field
end
local function evictLabels(key)
  if redis.call('HLEN', key) <= ${ROW_FIELDS.length + LABEL_READS_MAX} then return end
  local labels = labelsIn(key)
  table.sort(labels, isNewer)
  for index = ${LABEL_READS_MAX + 1}, #labels do redis.call('HDEL', key, labels[index].field) end
  redis.call('HSET', key, 'labels_evicted', 1)
end
local function addLabel(key, added)
  local known = redis.call('HGET', key, added.field)
  if not known or added.at >= servedAt(known) then
    redis.call('HSET', key, added.field, added.version .. ' ' .. whole(added.at))
  end
end`;

/** Needs the names of the keys and the arguments. */
export const ADD_CALLERS = `${LABELS}
local function takeLabel() return { field = take(), version = take(), at = takeNumber() } end
local function takeCaller()
  return { id = take(), name = take(), address = take(), interfaces = takeNumber(), firstSeen = takeNumber(),
    lastSeen = takeNumber(), calls = take(), evicted = takeNumber(), labels = takeMany(takeLabel) }
end
local function addCaller(added, retainMs)
  local key = callerKey(added.id)
  local stored = redis.call('HMGET', key, 'interfaces', 'first_seen', 'last_seen', 'labels_evicted')
  local interfaces = bit.bor(added.interfaces, tonumber(stored[1] or 0))
  local firstSeen = math.min(added.firstSeen, tonumber(stored[2] or added.firstSeen))
  local lastSeen = math.max(added.lastSeen, tonumber(stored[3] or added.lastSeen))
  local evicted = math.max(added.evicted, tonumber(stored[4] or 0))
  redis.call('HSET', key, 'name', added.name, 'address', added.address, 'interfaces', interfaces,
    'first_seen', whole(firstSeen), 'last_seen', whole(lastSeen), 'labels_evicted', evicted)
  redis.call('HINCRBY', key, 'calls', added.calls)
  for _, label in ipairs(added.labels) do addLabel(key, label) end
  evictLabels(key)
  redis.call('PEXPIREAT', key, whole(lastSeen + retainMs))
  redis.call('ZADD', callersKey, whole(lastSeen), added.id)
end
local function addCallers(callers, now, retainMs)
  if #callers == 0 then return end
  for _, added in ipairs(callers) do addCaller(added, retainMs) end
  redis.call('ZREMRANGEBYSCORE', callersKey, '-inf', '(' .. whole(now - retainMs))
  local excess = redis.call('ZCARD', callersKey) - ${CALLERS_MAX}
  if excess > 0 then
    for _, id in ipairs(redis.call('ZRANGE', callersKey, 0, excess - 1)) do redis.call('UNLINK', callerKey(id)) end
    redis.call('ZREMRANGEBYRANK', callersKey, 0, excess - 1)
  end
  redis.call('PEXPIRE', callersKey, whole(retainMs))
end`;

/** Returns when the account's key was issued, and each caller's id with its hash. */
export const LIST_CALLERS = readScript(`${USAGE_KEY_NAMES}
local issuedAt, callers = redis.call('HGET', KEYS[1], 'key_issued_at'), {}
if not issuedAt then return false end
for _, id in ipairs(redis.call('ZRANGE', callersKey, 0, -1)) do
  local fields = redis.call('HGETALL', callerKey(id))
  if #fields > 0 then callers[#callers + 1] = { id, fields } end
end
return { issuedAt, callers }`);

/** Takes a setting. Deletes the callers that would not be stored under it, the opposite of `isStorable`. */
export const DELETE_CALLERS_EXCEPT = `${USAGE_KEY_NAMES}
local function isDeleted(address)
  if ARGV[1] == 'off' then return true end
  if not address or address == '' then return false end
  return (string.find(address, '/', 1, true) ~= nil) ~= (ARGV[1] == 'masked')
end
for _, id in ipairs(redis.call('ZRANGE', callersKey, 0, -1)) do
  if isDeleted(redis.call('HGET', callerKey(id), 'address')) then
    redis.call('UNLINK', callerKey(id))
    redis.call('ZREM', callersKey, id)
  end
end
return 1`;
