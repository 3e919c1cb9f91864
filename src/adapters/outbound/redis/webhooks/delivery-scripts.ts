import { readScript } from '../connection/redis-store.ts';
import { HAS_CREDENTIAL, requireCredential } from '../credential-guard.ts';
import { ARGUMENTS } from '../prompts/prompt-keys.ts';
import { KEY_NAMES } from './webhook-keys.ts';

const BEGIN = `${KEY_NAMES}${ARGUMENTS}`;

/** Deletes the oldest deliveries that are not pending, if there are more than allowed. */
const DELETE_OLDEST = `
local function deleteOldest(id, most)
  local excess = redis.call('HLEN', deliveriesKey(id)) - most
  if excess <= 0 then return end
  local finished = {}
  for _, position in ipairs(redis.call('HKEYS', deliveriesKey(id))) do
    if not redis.call('ZSCORE', dueKey(id), position) then
      local revision, n = string.match(position, '^(%d+)-(%d+)$')
      finished[#finished + 1] = { position = position, revision = tonumber(revision), n = tonumber(n) }
    end
  end
  table.sort(finished, function(one, other)
    if one.revision ~= other.revision then return one.revision < other.revision end
    return one.n < other.n
  end)
  for index = 1, math.min(excess, #finished) do deleteDelivery(id, finished[index].position) end
end
`;

export const ENQUEUE = `${BEGIN}${DELETE_OLDEST}
local id, instance, now, from, to, revision, skipped = take(), take(), takeNumber(), take(), take(), take(), take()
local pendingMost, most = takeNumber(), takeNumber()
local deliveries = takeMany(function() return { position = take(), dueAt = take(), createdAt = take(), row = take() } end)
if not isStored(id) then return 'superseded' end
local enabled, owner, ends, position =
  unpack(redis.call('HMGET', webhookKey(id), 'enabled', 'lease_owner', 'lease_until', 'position'))
if enabled ~= '1' or owner ~= instance or tonumber(ends) <= now or position ~= from then return 'superseded' end

local added = {}
for _, delivery in ipairs(deliveries) do
  if redis.call('HEXISTS', deliveriesKey(id), delivery.position) == 0 then added[#added + 1] = delivery end
end
if redis.call('ZCARD', dueKey(id)) + #added > pendingMost then return 'full' end
for _, delivery in ipairs(added) do
  redis.call('HSET', deliveriesKey(id), delivery.position, delivery.row)
  redis.call('ZADD', dueKey(id), delivery.dueAt, delivery.position)
  redis.call('ZADD', createdKey(id), delivery.createdAt, delivery.position)
end
redis.call('HSET', webhookKey(id), 'position', to, 'position_revision', revision)
if skipped == '1' then redis.call('HSET', webhookKey(id), 'problem', 'events_skipped') end
deleteOldest(id, most)
return 'enqueued'`;

/** The rows of pending deliveries that are due, those that have been due longest first. */
export const DUE = readScript(`${KEY_NAMES}
local id, now, limit = unpack(ARGV)
if not isStored(id) then return {} end
local positions = redis.call('ZRANGEBYSCORE', dueKey(id), '-inf', now, 'LIMIT', 0, limit)
if #positions == 0 then return {} end
return redis.call('HMGET', deliveriesKey(id), unpack(positions))`);

/** Replaces the row of a delivery if it still is the given one. Without a time it is no longer pending. */
const REPLACE_ROW = `
local function replaceRow(id, position, held, row, dueAt)
  if not isStored(id) or redis.call('HGET', deliveriesKey(id), position) ~= held then return false end
  redis.call('HSET', deliveriesKey(id), position, row)
  if dueAt == '' then redis.call('ZREM', dueKey(id), position)
  else redis.call('ZADD', dueKey(id), dueAt, position) end
  return true
end
`;

export const RECORD = `${BEGIN}${REPLACE_ROW}
local id, position, held, row, dueAt, state, at, problem = unpack(ARGV)
if not replaceRow(id, position, held, row, dueAt) then return 'superseded' end
if state == 'done' then
  redis.call('HSET', webhookKey(id), 'last_success_at', at)
  redis.call('HDEL', webhookKey(id), 'failing_since')
  return 'recorded'
end
redis.call('HSET', webhookKey(id), 'last_failure_at', at)
redis.call('HSETNX', webhookKey(id), 'failing_since', at)
if problem ~= '' then redis.call('HSET', webhookKey(id), 'enabled', 0, 'problem', problem) end
return 'recorded'`;

export const RETRY = `${BEGIN}${HAS_CREDENTIAL}${REPLACE_ROW}
local field, value, id, position, held, row, dueAt = unpack(ARGV)
${requireCredential('field', 'value')}return replaceRow(id, position, held, row, dueAt) and 'due' or 'superseded'`;

/** The ids of all webhooks of an account with a delivery that was created before a time. */
export const WITH_OLD_DELIVERIES = readScript(`${KEY_NAMES}
local found = {}
for _, id in ipairs(redis.call('SMEMBERS', KEYS[2])) do
  if redis.call('ZCOUNT', createdKey(id), '-inf', '(' .. ARGV[1]) > 0 then found[#found + 1] = id end
end
return found`);

/** Deletes some deliveries that were created before a time, and returns how many. */
export const DELETE_SOME = `${BEGIN}
local id, cutoff, limit = unpack(ARGV)
local positions = redis.call('ZRANGEBYSCORE', createdKey(id), '-inf', '(' .. cutoff, 'LIMIT', 0, limit)
for _, position in ipairs(positions) do deleteDelivery(id, position) end
return #positions`;
