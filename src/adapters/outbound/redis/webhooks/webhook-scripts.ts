import { readScript } from '../connection/redis-store.ts';
import { HAS_CREDENTIAL, requireCredential } from '../credential-guard.ts';
import { ARGUMENTS } from '../prompts/prompt-keys.ts';
import { KEY_NAMES } from './webhook-keys.ts';

/** Begin every script with its names and its arguments. KEYS: the account, the ids of its webhooks, its revision. */
const BEGIN = `${KEY_NAMES}${ARGUMENTS}
local function takeText() return take() end
local function set(key, fields) if #fields > 0 then redis.call('HSET', key, unpack(fields)) end end
local function delete(key, fields) if #fields > 0 then redis.call('HDEL', key, unpack(fields)) end end
`;

/** The first two arguments are the credential of the actor. */
const BEGIN_WITH_CREDENTIAL = `${BEGIN}${HAS_CREDENTIAL}
local field, value = take(), take()
${requireCredential('field', 'value')}`;

/** Fields and values in turn. */
export const ADD = `${BEGIN_WITH_CREDENTIAL}
local id, most, row = take(), takeNumber(), takeMany(takeText)
if redis.call('EXISTS', KEYS[1]) == 0 then return 'no-account' end
if redis.call('SISMEMBER', KEYS[2], id) == 1 then return 'added' end
if redis.call('SCARD', KEYS[2]) >= most then return 'too-many' end
redis.call('SADD', KEYS[2], id)
set(webhookKey(id), row)
return 'added'`;

export const FIND = readScript(`${KEY_NAMES}
if not isStored(ARGV[1]) then return {} end
return redis.call('HGETALL', webhookKey(ARGV[1]))`);

export const LIST = readScript(`${KEY_NAMES}
local rows = {}
if redis.call('EXISTS', KEYS[1]) == 0 then return rows end
for _, id in ipairs(redis.call('SMEMBERS', KEYS[2])) do rows[#rows + 1] = redis.call('HGETALL', webhookKey(id)) end
return rows`);

/** Arguments: the id, fields to set with their values, fields to delete. */
export const CHANGE = `${BEGIN_WITH_CREDENTIAL}
local id, changed, deleted = take(), takeMany(takeText), takeMany(takeText)
if not isStored(id) then return 'not-found' end
set(webhookKey(id), changed)
delete(webhookKey(id), deleted)
return 'changed'`;

/** The same, if both secrets are still those that come first. */
export const REPLACE_SECRETS = `${BEGIN_WITH_CREDENTIAL}
local id, retired, retiredPrevious = take(), take(), take()
local changed, deleted = takeMany(takeText), takeMany(takeText)
if not isStored(id) then return 'superseded' end
local key = webhookKey(id)
local held, previous, problem = unpack(redis.call('HMGET', key, 'secret_sealed', 'previous_sealed', 'problem'))
if held ~= retired or (previous or '') ~= retiredPrevious then return 'superseded' end
set(key, changed)
delete(key, deleted)
if problem == 'secret_lost' and redis.call('HGET', key, 'secret_sealed') ~= retired then
  redis.call('HSET', key, 'enabled', 1)
  redis.call('HDEL', key, 'problem', 'failing_since')
end
return 'replaced'`;

export const DISABLE = `${BEGIN}
local id, problem = take(), take()
if not isStored(id) or redis.call('HGET', webhookKey(id), 'enabled') ~= '1' then return 'superseded' end
redis.call('HSET', webhookKey(id), 'enabled', 0, 'problem', problem)
return 'disabled'`;

export const REMOVE = `${BEGIN_WITH_CREDENTIAL}
local id = take()
if not isStored(id) then return 'not-found' end
redis.call('SREM', KEYS[2], id)
redis.call('UNLINK', webhookKey(id), deliveriesKey(id), dueKey(id), createdKey(id))
return 'removed'`;

/** Deletes the webhooks of an account that was removed. */
export const ERASE = `${BEGIN}
if redis.call('EXISTS', KEYS[1]) == 1 then return redis.error_reply('ERR the account exists') end
for _, id in ipairs(redis.call('SMEMBERS', KEYS[2])) do
  redis.call('UNLINK', webhookKey(id), deliveriesKey(id), dueKey(id), createdKey(id))
end
redis.call('UNLINK', KEYS[2])
return 1`;

const CAN_LEASE = `
local function canLease(id, instance, now)
  local enabled, owner, ends = unpack(redis.call('HMGET', webhookKey(id), 'enabled', 'lease_owner', 'lease_until'))
  return enabled == '1' and (owner == instance or tonumber(ends or '0') <= now), ends or '0'
end
`;

/** The ids of webhooks that have work and can be leased, with the ends of their last leases; false without any webhook. */
export const READY = readScript(`${KEY_NAMES}${CAN_LEASE}
local instance, now = ARGV[1], tonumber(ARGV[2])
local ids = redis.call('SMEMBERS', KEYS[2])
if #ids == 0 or redis.call('EXISTS', KEYS[1]) == 0 then return false end
local revision, ready = redis.call('GET', KEYS[3]) or '0', {}
for _, id in ipairs(ids) do
  local can, ends = canLease(id, instance, now)
  if can then
    local first = redis.call('ZRANGE', dueKey(id), 0, 0, 'WITHSCORES')
    local isDue = #first > 0 and tonumber(first[2]) <= now
    if isDue or redis.call('HGET', webhookKey(id), 'position_revision') ~= revision then ready[#ready + 1] = { id, ends } end
  end
end
return ready`);

export const LEASE = `${BEGIN}${CAN_LEASE}
local id, instance, now, ends = take(), take(), takeNumber(), take()
if not isStored(id) or not canLease(id, instance, now) then return false end
redis.call('HSET', webhookKey(id), 'lease_owner', instance, 'lease_until', ends)
return { redis.call('HGETALL', webhookKey(id)), redis.call('GET', KEYS[3]) or '0', redis.call('ZCARD', dueKey(id)) }`;

export const RELEASE = `${BEGIN}
local id, instance, now = take(), take(), take()
if not isStored(id) or redis.call('HGET', webhookKey(id), 'lease_owner') ~= instance then return 0 end
redis.call('HSET', webhookKey(id), 'lease_owner', '', 'lease_until', now)
return 1`;
