import { CONTENT_STEPS } from './content-scripts.ts';
import { ARGUMENTS, KEY_NAMES, LABEL_FIELD } from './prompt-keys.ts';

/**
 * Every script takes all of its arguments, then checks everything, and writes only after the last check:
 * Redis does not roll back a script that fails midway.
 */
const writingScript = (text: string): string =>
  `${KEY_NAMES}${ARGUMENTS}${CONTENT_STEPS}${STEPS}if redis.call('EXISTS', KEYS[1]) == 0 then return { 'stale' } end${text}`;

const STEPS = `
local function isStaleAccount(accountRevision)
  return accountRevision ~= '' and accountRevision ~= (redis.call('GET', rev) or '0')
end
-- Without a revision, the prompt must exist and must not be archived.
local function isStalePrompt(id, revision)
  local held, archived = unpack(redis.call('HMGET', promptKey(id), 'revision', 'archived'))
  if not held then return true end
  if revision == '' then return archived == '1' end
  return held ~= revision
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

-- Version and previous are '-' where there is none.
local function isNone(version) return version == '-' end
local function isVersion(version, latest)
  local number = tonumber(version)
  return number ~= nil and number >= 1 and number <= latest
end
local function pointToVersions(moves, latest)
  for _, move in ipairs(moves) do
    if not isNone(move.version) and not isVersion(move.version, latest) then return false end
  end
  return true
end
local function takeMove()
  local label, movedAt, version, previous, by, message = string.match(take(), '^(%S+) (%S+) (%S+) (%S+) (%S+) (.*)$')
  return { label = label, movedAt = tonumber(movedAt), version = version, previous = previous, by = by, message = message }
end
local function storeMove(id, move)
  local member = table.concat({ move.label, sortable(move.movedAt), whole(move.movedAt),
    move.version, move.previous, move.by, move.message }, ' ')
  redis.call('ZADD', movesKey(id), 0, member)
  if isNone(move.version) then redis.call('HDEL', promptKey(id), '${LABEL_FIELD}' .. move.label)
  else redis.call('HSET', promptKey(id), '${LABEL_FIELD}' .. move.label, move.version) end
  return member
end
local function lastMovedAt(id, label)
  local last = redis.call('ZREVRANGEBYLEX', movesKey(id), '(' .. label .. '!', '[' .. label .. ' ', 'LIMIT', 0, 1)[1]
  return last and tonumber(string.match(last, '^%S+ %S+ (%S+)')) or -math.huge
end

-- An order moves a label, unless it already points there.
local function takeOrder()
  return { label = take(), version = take(), movedAt = takeNumber(), by = take(), message = take() }
end
local function pointToPublished(orders, number)
  for _, order in ipairs(orders) do
    if order.version == 'published' then order.version = tostring(number) end
  end
end
local function carryOut(id, orders)
  local moves = {}
  for _, order in ipairs(orders) do
    order.previous = redis.call('HGET', promptKey(id), '${LABEL_FIELD}' .. order.label) or '-'
    if order.version ~= order.previous then
      order.movedAt = math.max(order.movedAt, lastMovedAt(id, order.label) + 1)
      moves[#moves + 1] = storeMove(id, order)
    end
  end
  return moves
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
    includesKey(id))
end
`;

/** Writes a new prompt with everything it has from the beginning. */
export const PLACE = writingScript(`
local promptsMax, bytesMax = takeNumber(), takeNumber()
local accountRevision, id, name = take(), take(), take()
local fields, versions, moves = takeMany(take), takeMany(takeVersion), takeMany(takeMove)
local orders = takeMany(takeOrder)
pointToPublished(orders, #versions)
if isStaleAccount(accountRevision) then return { 'stale' } end
if redis.call('HEXISTS', names, name) == 1 then return { 'name-taken' } end
if redis.call('HLEN', names) >= promptsMax then return { 'quota-exceeded', 'prompts', redis.call('HLEN', names) } end
if exceedsBytes(versions, bytesMax) then return { 'quota-exceeded', 'contentBytes', usedBytes() } end
if redis.call('EXISTS', promptKey(id)) == 1 then return redis.error_reply('ERR a prompt has this id already') end
if not follow(0, versions) then return redis.error_reply('ERR versions count up from 1') end
if not (pointToVersions(moves, #versions) and pointToVersions(orders, #versions)) then
  return redis.error_reply('ERR a label points to a version')
end

redis.call('HSET', promptKey(id), unpack(fields))
for _, version in ipairs(versions) do storeVersion(id, version) end
for _, move in ipairs(moves) do storeMove(id, move) end
carryOut(id, orders)
enterLists(id)
redis.call('INCR', rev)
return { 'created', redis.call('HGETALL', promptKey(id)) }`);

/** An order points a label to a number, to `published`, or to '-', which removes it. Returns the time of the latest version last. */
export const REVISE = writingScript(`
local versionsMax, bytesMax = takeNumber(), takeNumber()
local revision, accountRevision, inheritedFrom, id, at = take(), take(), take(), take(), takeNumber()
local name, fields = take(), takeMany(take)
local hash, drafts = take(), takeMany(takeVersion)
local orders = takeMany(takeOrder)
if isStalePrompt(id, revision) or isStaleAccount(accountRevision) then return { 'stale' } end
local key = promptKey(id)
local heldName, latest, latestHash = unpack(redis.call('HMGET', key, 'name', 'latest_version', 'latest_hash'))
if not hasSettingsOf(id, latest, inheritedFrom) then return { 'stale' } end
if hash == latestHash then return { 'unchanged' } end
if name ~= '' and name ~= heldName and redis.call('HEXISTS', names, name) == 1 then return { 'name-taken' } end
if #drafts > 0 and latest + 0 >= versionsMax then return { 'quota-exceeded', 'versionsPerPrompt', latest } end
if exceedsBytes(drafts, bytesMax) then return { 'quota-exceeded', 'contentBytes', usedBytes() } end
latest = latest + #drafts
if #drafts == 1 then pointToPublished(orders, latest) end
if not pointToVersions(orders, latest) then return redis.error_reply('ERR a label points to a version') end

leaveLists(id)
if #fields > 0 then redis.call('HSET', key, unpack(fields)) end
for _, draft in ipairs(drafts) do
  draft.number = latest
  draft.publishedAt = math.max(at, tonumber(redis.call('LINDEX', publishedKey(id), -1)))
  storeVersion(id, draft)
  redis.call('HSET', key, 'latest_version', latest, 'latest_hash', hash)
end
local moves = carryOut(id, orders)
setUpdatedAt(id, at)
enterLists(id)
redis.call('HINCRBY', key, 'revision', 1)
redis.call('INCR', rev)
return { 'revised', redis.call('HGETALL', key), moves, redis.call('LINDEX', publishedKey(id), -1) }`);

/** Writes the revision it finds, so that the write waits for the replicas. */
export const CONFIRM = writingScript(`
local id, revision = take(), take()
if isStalePrompt(id, revision) then return { 'stale' } end
redis.call('HSET', promptKey(id), 'revision', revision)
return { 'confirmed' }`);

export const APPEND = writingScript(`
local bytesMax = takeNumber()
local revision, accountRevision, id, at, hash = take(), take(), take(), takeNumber(), take()
local versions, moves = takeMany(takeVersion), takeMany(takeMove)
if isStalePrompt(id, revision) or isStaleAccount(accountRevision) then return { 'stale' } end
local key = promptKey(id)
local latest = tonumber(redis.call('HGET', key, 'latest_version'))
if not follow(latest, versions) then return redis.error_reply('ERR versions count up without gaps') end
if exceedsBytes(versions, bytesMax) then return { 'quota-exceeded', 'contentBytes', usedBytes() } end
latest = latest + #versions
if not pointToVersions(moves, latest) then return redis.error_reply('ERR a label points to a version') end

leaveLists(id)
for _, version in ipairs(versions) do storeVersion(id, version) end
if #versions > 0 then redis.call('HSET', key, 'latest_version', latest, 'latest_hash', hash) end
for _, move in ipairs(moves) do storeMove(id, move) end
setUpdatedAt(id, at)
enterLists(id)
redis.call('HINCRBY', key, 'revision', 1)
redis.call('INCR', rev)
return { 'appended' }`);

export const REMOVE = writingScript(`
local revision, accountRevision, id = take(), take(), take()
if isStalePrompt(id, revision) or isStaleAccount(accountRevision) then return { 'stale' } end

leaveLists(id)
for _, include in ipairs(redis.call('SMEMBERS', includesKey(id))) do
  redis.call('ZREM', includers, include .. ' ' .. id)
end
releaseContents(id)
erase(id)
redis.call('INCR', rev)
return { 'removed' }`);

/** Erases some prompts of an account that was removed. Returns whether there may be more. */
export const ERASE_SOME = `${KEY_NAMES}${ARGUMENTS}${STEPS}
if redis.call('EXISTS', KEYS[1]) == 1 then return redis.error_reply('ERR the account exists') end
local members = redis.call('ZRANGE', byTime, 0, take() - 1)
for _, member in ipairs(members) do erase(string.match(member, '%S+$')) end
if #members > 0 then
  redis.call('ZREM', byTime, unpack(members))
  return 1
end
redis.call('UNLINK', rev, names, byName, byTime, includers, contents, settings, uses, bytes, ownBytes)
return 0`;
