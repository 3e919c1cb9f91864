import { HAS_CREDENTIAL, requireCredential } from '../credential-guard.ts';
import { CHANGE_STEPS } from './change-scripts.ts';
import { CONTENT_STEPS } from './content-scripts.ts';
import { LABEL_STEPS } from './label-scripts.ts';
import { PRECONDITION_STEPS } from './precondition-scripts.ts';
import { ARGUMENTS, KEY_NAMES } from './prompt-keys.ts';
import { PROTECTION_STEPS, REPLACE_PROTECTION_STEPS } from './protection-scripts.ts';

/**
 * Every script takes all of its arguments, then checks everything, and writes only after the last check:
 * Redis does not roll back a script that fails midway.
 */
const writingScript = (text: string): string =>
  `${KEY_NAMES}${ARGUMENTS}${HAS_CREDENTIAL}${CONTENT_STEPS}${CHANGE_STEPS}${LABEL_STEPS}${PRECONDITION_STEPS}${STEPS}${PROTECTION_STEPS}
${ADMISSION}${text}`;

/** The first arguments are the field of the account that the actor's credential must equal, its value, and the id of the write. */
const ADMISSION = `
local field, value = take(), take()
writeId = take()
${requireCredential('field', 'value')}
if redis.call('EXISTS', KEYS[1]) == 0 then return { 'stale' } end`;

const STEPS = `
local function raiseRevision(id)
  redis.call('HINCRBY', promptKey(id), 'revision', 1)
  redis.call('HSET', promptKey(id), 'write_id', writeId)
end

-- Whether the latest version has the variables and the config of another one, in most cases itself.
local function settingsOf(id, number)
  local digest = redis.call('HGET', contentsKey(id), number)
  local row = digest and redis.call('HGET', settings, digest) or redis.call('HGET', versionsKey(id), number)
  return cjson.decode(row or '{}')
end
local function hasSettingsOf(id, latest, number)
  if number == '' or number == latest then return true end
  local newest, inherited = settingsOf(id, latest), settingsOf(id, number)
  return newest.variables == inherited.variables and newest.config == inherited.config
end

local function takeVersion()
  return { number = takeNumber(), publishedAt = takeNumber(), row = take(), digest = take(), bytes = takeNumber(),
    settings = take(), body = take(), includes = takeMany(take) }
end
local function storeVersion(id, version)
  redis.call('HSET', versionsKey(id), version.number, version.row)
  redis.call('HSET', contentsKey(id), version.number, version.digest)
  if redis.call('HINCRBY', uses, version.digest, 1) == 1 then
    redis.call('HSET', contents, version.digest, version.body)
    redis.call('HSET', settings, version.digest, version.settings)
    redis.call('INCRBY', bytes, version.bytes)
  end
  redis.call('RPUSH', publishedKey(id), whole(version.publishedAt))
  for _, include in ipairs(version.includes) do
    redis.call('SADD', includesKey(id), include)
    redis.call('ZADD', includers, 0, include .. ' ' .. id)
  end
end
-- Versions count up without gaps.
local function follow(latest, versions)
  for index, version in ipairs(versions) do
    if version.number ~= latest + index then return false end
  end
  return true
end

local function enterLists(id)
  local name, updatedAt = unpack(redis.call('HMGET', promptKey(id), 'name', 'updated_at'))
  redis.call('HSET', names, name, id)
  redis.call('ZADD', byName, 0, name .. ' ' .. id)
  redis.call('ZADD', byTime, 0, sortable(tonumber(updatedAt)) .. ' ' .. id)
end
local function leaveLists(id)
  local name, updatedAt = unpack(redis.call('HMGET', promptKey(id), 'name', 'updated_at'))
  redis.call('HDEL', names, name)
  redis.call('ZREM', byName, name .. ' ' .. id)
  redis.call('ZREM', byTime, sortable(tonumber(updatedAt)) .. ' ' .. id)
end
local function setUpdatedAt(id, at)
  local before = tonumber(redis.call('HGET', promptKey(id), 'updated_at'))
  redis.call('HSET', promptKey(id), 'updated_at', whole(math.max(at, before)))
end
local function erase(id)
  redis.call('UNLINK', promptKey(id), versionsKey(id), contentsKey(id), bodiesKey(id), publishedKey(id), movesKey(id),
    includesKey(id), locksKey(id))
end
`;

/** Writes a new prompt with everything it has from the beginning. */
export const ADD = writingScript(`
local promptsMax, bytesMax = takeNumber(), takeNumber()
local preconditions, id, name = takePreconditions(), take(), take()
local fields, versions, moves = takeMany(take), takeMany(takeVersion), takeMany(takeMove)
local orders = takeMany(takeOrder)
local by, at, extra, imported = take(), take(), take(), takeMany(takeNetMove)
pointToPublished(orders, #versions)
if isStaleAccount(preconditions) then return { 'stale' } end
if redis.call('HEXISTS', names, name) == 1 then return { 'name-taken' } end
if redis.call('HLEN', names) >= promptsMax then return { 'quota-exceeded', 'prompts', redis.call('HLEN', names) } end
if exceedsBytes(versions, bytesMax) then return { 'quota-exceeded', 'contentBytes', usedBytes() } end
local refused = rejectProtected(by, labelsIn(orders, labelsIn(moves)))
if refused then return refused end
if redis.call('EXISTS', promptKey(id)) == 1 then return redis.error_reply('ERR a prompt has this id already') end
if not follow(0, versions) then return redis.error_reply('ERR versions count up from 1') end
if not (pointToVersions(moves, #versions) and pointToVersions(orders, #versions)) then
  return redis.error_reply('ERR a label points to a version')
end
local newRevision = nextRevision()

redis.call('HSET', promptKey(id), 'write_id', writeId, unpack(fields))
for _, version in ipairs(versions) do storeVersion(id, version) end
addChange({ type = 'prompt.created', version = #versions, extra = extra })
for _, move in ipairs(moves) do storeImportedMove(id, move) end
addImportedMoves(id, imported)
carryOut(id, orders)
enterLists(id)
storeChanges(newRevision, { prompt_id = id, name = name, by = by, at = at })
return { 'created', redis.call('HGETALL', promptKey(id)) }`);

/** An order points a label to a number, to `published`, or to '-', which removes it. Returns the time of the latest version last. */
export const REVISE = writingScript(`
local versionsMax, bytesMax = takeNumber(), takeNumber()
local preconditions, inheritedFrom, id, at = takePreconditions(), take(), take(), takeNumber()
local name, fields = take(), takeMany(take)
local hash, drafts = take(), takeMany(takeVersion)
local orders = takeMany(takeOrder)
local by, draftMessage, draftExtra = take(), take(), take()
if isStalePrompt(id, preconditions) then return { 'stale' } end
local key = promptKey(id)
local heldName, latest, latestHash = unpack(redis.call('HMGET', key, 'name', 'latest_version', 'latest_hash'))
if not hasSettingsOf(id, latest, inheritedFrom) then return { 'stale' } end
if hash == latestHash then return { 'unchanged' } end
local refused = rejectRevision(by, id, fields, orders)
if refused then return refused end
if name ~= '' and name ~= heldName and redis.call('HEXISTS', names, name) == 1 then return { 'name-taken' } end
if #drafts > 0 and latest + 0 >= versionsMax then return { 'quota-exceeded', 'versionsPerPrompt', latest } end
if exceedsBytes(drafts, bytesMax) then return { 'quota-exceeded', 'contentBytes', usedBytes() } end
latest = latest + #drafts
if #drafts == 1 then pointToPublished(orders, latest) end
if not pointToVersions(orders, latest) then return redis.error_reply('ERR a label points to a version') end
local changed = changedFields(key, fields)
if #drafts + #changed == 0 and not hasMoves(id, orders) then return { 'unchanged' } end
local newRevision = nextRevision()

leaveLists(id)
addMetadataChange(changed, heldName)
if #fields > 0 then redis.call('HSET', key, unpack(fields)) end
for _, draft in ipairs(drafts) do
  draft.number = latest
  draft.publishedAt = math.max(at, tonumber(redis.call('LINDEX', publishedKey(id), -1)))
  storeVersion(id, draft)
  redis.call('HSET', key, 'latest_version', latest, 'latest_hash', hash)
  addChange({ type = 'version.published', version = latest, hash = hash, message = draftMessage, extra = draftExtra })
end
local moves = carryOut(id, orders)
setUpdatedAt(id, at)
enterLists(id)
raiseRevision(id)
storeChanges(newRevision, { prompt_id = id, name = redis.call('HGET', key, 'name'), by = by, at = whole(at) })
return { 'revised', redis.call('HGETALL', key), moves, redis.call('LINDEX', publishedKey(id), -1) }`);

/** Writes the revision it finds, so that the write waits for the replicas. */
export const CONFIRM = writingScript(`
local id, revision = take(), take()
if not hasRevision(id, revision) then return { 'stale' } end
redis.call('HSET', promptKey(id), 'revision', redis.call('HGET', promptKey(id), 'revision'))
return { 'confirmed' }`);

export const APPEND = writingScript(`
local bytesMax = takeNumber()
local preconditions, id, at, hash = takePreconditions(), take(), takeNumber(), take()
local versions, moves = takeMany(takeVersion), takeMany(takeMove)
local by, message, extra, imported = take(), take(), take(), takeMany(takeNetMove)
if isStalePrompt(id, preconditions) then return { 'stale' } end
local refused = rejectProtected(by, labelsIn(moves))
if refused then return refused end
local key = promptKey(id)
local latest = tonumber(redis.call('HGET', key, 'latest_version'))
if not follow(latest, versions) then return redis.error_reply('ERR versions count up without gaps') end
if exceedsBytes(versions, bytesMax) then return { 'quota-exceeded', 'contentBytes', usedBytes() } end
latest = latest + #versions
if not pointToVersions(moves, latest) then return redis.error_reply('ERR a label points to a version') end
local newRevision = nextRevision()

leaveLists(id)
for _, version in ipairs(versions) do storeVersion(id, version) end
if #versions > 0 then
  redis.call('HSET', key, 'latest_version', latest, 'latest_hash', hash)
  addChange({ type = 'version.published', version = latest, hash = hash, message = message, extra = extra })
end
for _, move in ipairs(moves) do storeImportedMove(id, move) end
addImportedMoves(id, imported)
setUpdatedAt(id, at)
enterLists(id)
raiseRevision(id)
storeChanges(newRevision, { prompt_id = id, name = redis.call('HGET', key, 'name'), by = by, at = whole(at) })
return { 'appended' }`);

export const REMOVE = writingScript(`
local preconditions, id, by, at = takePreconditions(), take(), take(), take()
if isStalePrompt(id, preconditions) then return { 'stale' } end
local refused = rejectProtected(by, carriedLabels(id))
if refused then return refused end
local newRevision = nextRevision()
local name, latest = unpack(redis.call('HMGET', promptKey(id), 'name', 'latest_version'))

leaveLists(id)
for _, include in ipairs(redis.call('SMEMBERS', includesKey(id))) do
  redis.call('ZREM', includers, include .. ' ' .. id)
end
releaseContents(id)
erase(id)
addChange({ type = 'prompt.deleted', version = latest })
storeChanges(newRevision, { prompt_id = id, name = name, by = by, at = at })
return { 'removed' }`);

export const REPLACE_PROTECTION = writingScript(REPLACE_PROTECTION_STEPS);

/** Erases some prompts of an account that was removed. Returns whether there may be more. */
export const ERASE_SOME = `${KEY_NAMES}${ARGUMENTS}${STEPS}
if redis.call('EXISTS', KEYS[1]) == 1 then return redis.error_reply('ERR the account exists') end
local members = redis.call('ZRANGE', byTime, 0, take() - 1)
for _, member in ipairs(members) do erase(string.match(member, '%S+$')) end
if #members > 0 then
  redis.call('ZREM', byTime, unpack(members))
  return 1
end
redis.call('UNLINK', rev, names, byName, byTime, includers, contents, settings, uses, bytes, ownBytes, changes,
  protected)
return 0`;
