import { channels } from '../../../../domain/channel.ts';
import { canMoveProtected } from '../../../../domain/prompts/protected-labels.ts';
import { LOCK_PERIODS_MAX } from '../../../../domain/prompts/release.ts';
import { LABEL_FIELD } from './prompt-keys.ts';

const MAY_MOVE = channels
  .filter(canMoveProtected)
  .map((channel) => `${channel} = true`)
  .join(', ');

/**
 * Finds the protected labels that a write of another channel than the dashboard would change. Needs the names of the keys
 * and the steps of labels.
 * A script rejects the write with the reply that it gets, if any.
 */
export const PROTECTION_STEPS = `
local mayMove = { ${MAY_MOVE} }
local function rejectProtected(by, labels)
  local found, seen = {}, {}
  if mayMove[by] then return nil end
  for _, label in ipairs(labels) do
    if not seen[label] and redis.call('SISMEMBER', protected, label) == 1 then found[#found + 1] = label end
    seen[label] = true
  end
  return #found > 0 and { 'protected', found } or nil
end
-- All labels that the moves or orders name.
local function labelsIn(moves, labels)
  labels = labels or {}
  for _, move in ipairs(moves) do labels[#labels + 1] = move.label end
  return labels
end
-- The labels that orders do not leave where they point.
local function movedLabels(id, orders)
  local labels = {}
  for _, order in ipairs(orders) do
    if movesLabel(id, order) then labels[#labels + 1] = order.label end
  end
  return labels
end
-- The protected labels that the prompt carries.
local function carriedLabels(id, labels)
  labels = labels or {}
  for _, label in ipairs(redis.call('SMEMBERS', protected)) do
    if redis.call('HEXISTS', promptKey(id), '${LABEL_FIELD}' .. label) == 1 then labels[#labels + 1] = label end
  end
  return labels
end
-- Whether the fields, names and values in turn, rename or archive the prompt.
local function renameOrArchive(id, fields)
  local name, archived = unpack(redis.call('HMGET', promptKey(id), 'name', 'archived'))
  for index = 1, #fields, 2 do
    local value = fields[index + 1]
    if fields[index] == 'name' and value ~= name then return true end
    if fields[index] == 'archived' and value == '1' and archived ~= '1' then return true end
  end
  return false
end
local function rejectRevision(by, id, fields, orders)
  local labels = movedLabels(id, orders)
  if renameOrArchive(id, fields) then labels = carriedLabels(id, labels) end
  return rejectProtected(by, labels)
end
`;

/** Periods are added to a release as text, in the form of release-row.ts. */
const LOCK_STEPS = `
-- One value per lock, because Redis takes a million arguments at most.
local function takeLock()
  local id, label, text = string.match(take(), '^(%S+) (%S+) (%S*)$')
  return { id = id, label = label, text = text }
end
local function withPeriod(release, period)
  if release == '' then return '{"locks":[' .. period .. ']}' end
  local _, count = string.gsub(release, '"since":', '')
  if count == 0 then return string.sub(release, 1, -2) .. ',"locks":[' .. period .. ']}' end
  if count >= ${LOCK_PERIODS_MAX} then release = string.gsub(release, '{"since":.-,({"since":)', '%1', 1) end
  return string.sub(release, 1, -3) .. ',' .. period .. ']}'
end
local function addPeriod(lock, at)
  local member = lastMove(lock.id, lock.label)
  if not member or isNone(versionOfLabel(lock.id, lock.label)) then return end
  local head, by, release, message = string.match(member, '^(%S+ %S+ %S+ %S+ %S+ )([^%s{]+)(%S*)( .*)$')
  local period = '{"since":' .. at .. ',"lock":' .. (lock.text == '' and 'null' or lock.text) .. '}'
  redis.call('ZREM', movesKey(lock.id), member)
  redis.call('ZADD', movesKey(lock.id), 0, head .. by .. withPeriod(release, period) .. message)
end`;

/** Replaces the list of an account, if it is still the one that was read. Without an extra, nothing changes. */
export const REPLACE_PROTECTION_STEPS = `${LOCK_STEPS}
local held, labels, at, by, extra = takeMany(take), takeMany(take), take(), take(), take()
local accountRevision, locks = take(), takeMany(takeLock)
if isStaleAccount({ accountRevision = accountRevision, prompts = {} }) then return { 'stale' } end
if redis.call('SCARD', protected) ~= #held then return { 'stale' } end
for _, label in ipairs(held) do
  if redis.call('SISMEMBER', protected, label) == 0 then return { 'stale' } end
end
-- Writes the revision that it finds, if any, so that the confirmation waits for the replicas.
if extra == '' then
  local revision = redis.call('GET', rev)
  if revision then redis.call('SET', rev, revision) end
  return { 'replaced' }
end

local newRevision = nextRevision()

redis.call('DEL', protected)
if #labels > 0 then redis.call('SADD', protected, unpack(labels)) end
local raised = {}
for _, lock in ipairs(locks) do
  addPeriod(lock, at)
  setLock(lock.id, { label = lock.label, version = versionOfLabel(lock.id, lock.label) }, lock.text)
  if not raised[lock.id] and redis.call('EXISTS', promptKey(lock.id)) == 1 then raiseRevision(lock.id) end
  raised[lock.id] = true
end
addChange({ type = 'protection.changed', extra = extra })
storeChanges(newRevision, { by = by, at = at })
return { 'replaced' }`;
