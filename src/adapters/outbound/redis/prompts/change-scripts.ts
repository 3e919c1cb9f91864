import { CHANGES_PER_ACCOUNT_MAX } from '../../../../domain/changes/change.ts';

/**
 * Records the changes of a write in the account's feed. Needs the names of the keys and of the arguments.
 *
 * A script takes its revision among its checks, adds what it changes while it writes, and stores all of it last. The
 * revision and the feed lie in one slot and are written by one script, so a failover loses both or neither. The ids of
 * a stream must rise, or XADD would fail after other writes: the revision follows the newest id ever added, even if it
 * is higher than the account's revision.
 *
 * Every entry has all fields, '' for null: Redis stores the names of fields once for neighbours with the same ones.
 */
export const CHANGE_STEPS = `
local function nextRevision()
  local revision = tonumber(redis.call('GET', rev) or '0')
  if redis.call('EXISTS', changes) == 1 then
    local info = redis.call('XINFO', 'STREAM', changes)
    for index = 1, #info, 2 do
      if info[index] == 'last-generated-id' then
        revision = math.max(revision, tonumber(string.match(info[index + 1], '^%d+')))
      end
    end
  end
  return whole(revision + 1)
end

-- The id of this write, which every script takes among its arguments.
local writeId
local pending = {}
local function addChange(change) pending[#pending + 1] = change end
-- Fields and values in turn, as they are to be written. Names the fields that have other values now.
local function changedFields(key, fields)
  local changed = {}
  for index = 1, #fields, 2 do
    if redis.call('HGET', key, fields[index]) ~= fields[index + 1] then changed[#changed + 1] = fields[index] end
  end
  return changed
end
local function addMetadataChange(changed, previousName)
  if #changed == 0 then return end
  local renamed = changed[1] == 'name' and ',"previousName":"' .. previousName .. '"' or ''
  addChange({ type = 'prompt.changed', extra = '{"changed":["' .. table.concat(changed, '","') .. '"]' .. renamed .. '}' })
end

local function storeChanges(revision, common)
  for n, change in ipairs(pending) do
    local function field(name) return change[name] or common[name] or '' end
    redis.call('XADD', changes, 'MAXLEN', ${CHANGES_PER_ACCOUNT_MAX}, revision .. '-' .. n,
      'type', change.type, 'at', common.at, 'prompt_id', field('prompt_id'), 'name', field('name'),
      'label', field('label'), 'version', field('version'), 'previous', field('previous'), 'hash', field('hash'),
      'by_channel', common.by, 'message', field('message'), 'extra', field('extra'))
  end
  redis.call('SET', rev, revision)
  redis.call('HSET', KEYS[1], 'prompts_write_id', writeId)
end
`;
