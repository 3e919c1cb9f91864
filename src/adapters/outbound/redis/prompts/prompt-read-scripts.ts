import { readScript } from '../connection/redis-store.ts';
import { HAS_CREDENTIAL, requireCredential } from '../credential-guard.ts';
import { ARGUMENTS, KEY_NAMES, LABEL_FIELD } from './prompt-keys.ts';

/** False for an account that does not exist. */
export const readingScript = (text: string) =>
  readScript(`${KEY_NAMES}${ARGUMENTS}if redis.call('EXISTS', KEYS[1]) == 0 then return false end${text}`);

/** Takes a reference, by `id` or by `name`. */
const TAKE_ID = `
local by, id = take(), take()
if by == 'name' then id = redis.call('HGET', names, id) end
if not id then return false end`;

/** Takes a version number, or the fields of the prompt that may hold it: the first that exists decides. */
const TAKE_CHOICE = `
local number, fields, chosen = take(), takeMany(take), ''
if number == '' then
  number = false
  for _, field in ipairs(fields) do
    if not number then number, chosen = redis.call('HGET', promptKey(id), field), field end
  end
end`;

/** Needs the names of the keys. False for a version that does not exist. */
export const VERSION_OF = `
local function versionWith(id, number, bodyOf)
  local row = redis.call('HGET', versionsKey(id), number)
  if not row then return false end
  local digest = redis.call('HGET', contentsKey(id), number)
  return { number, redis.call('LINDEX', publishedKey(id), number - 1), row, bodyOf(digest) or '',
    digest and redis.call('HGET', settings, digest) or '' }
end
local function versionOf(id, number)
  return versionWith(id, number, function() return '' end)
end
local function fullVersionOf(id, number)
  return versionWith(id, number, function(digest)
    if digest then return redis.call('HGET', contents, digest) end
    return redis.call('HGET', bodiesKey(id), number)
  end)
end`;

/** Needs the names of the keys. `<revision>.<write id>`, as in the domain. */
export const STATE = `
local function promptsState()
  return (redis.call('GET', rev) or '0') .. '.' .. (redis.call('HGET', KEYS[1], 'prompts_write_id') or '')
end`;

export const PROMPTS_STATE = readScript(`${KEY_NAMES}${STATE}
return promptsState()`);

export const FIND = readingScript(`${TAKE_ID}
return redis.call('HGETALL', promptKey(id))`);

/** Takes a credential first, which may be empty. Returns the prompt, the version chosen and the lock of the label that chose it. */
export const READ = readScript(`${KEY_NAMES}${ARGUMENTS}${VERSION_OF}${HAS_CREDENTIAL}
local field, value = take(), take()
${requireCredential('field', 'value')}if redis.call('EXISTS', KEYS[1]) == 0 then return false end${TAKE_ID}${TAKE_CHOICE}
local label = number and string.match(chosen, '^${LABEL_FIELD}(.*)$')
return { redis.call('HGETALL', promptKey(id)), number and fullVersionOf(id, number),
  label and redis.call('HGET', locksKey(id), label) }`);

/** Returns id, revision, the number chosen, the field that held it and the id of the last write. Versions have no gaps: every number up to the latest exists. */
export const READ_HEAD = readingScript(`${TAKE_ID}${TAKE_CHOICE}
local revision, latest, write = unpack(redis.call('HMGET', promptKey(id), 'revision', 'latest_version', 'write_id'))
if number and latest and tonumber(number) > tonumber(latest) then number = false end
return { id, revision, number, chosen, write }`);

/**
 * Takes a list of names, each with a choice. Returns the type of each prompt, the length of the content chosen, the id,
 * the revision and the id of its write, as text: a script cannot return a list with holes.
 */
export const INCLUDED_HEADS = readingScript(`
local heads = {}
for index = 1, takeNumber() do
  local id = redis.call('HGET', names, take()) or ''
  ${TAKE_CHOICE}
  local bytes, digest = '', number and redis.call('HGET', contentsKey(id), number)
  if digest then
    bytes = redis.call('HSTRLEN', contents, digest)
  elseif number and redis.call('HEXISTS', bodiesKey(id), number) == 1 then
    bytes = redis.call('HSTRLEN', bodiesKey(id), number)
  end
  local type, revision, write = unpack(redis.call('HMGET', promptKey(id), 'type', 'revision', 'write_id'))
  heads[index] = { type or '', tostring(bytes), id, revision or '', write or '' }
end
return heads`);

/** Returns versions without content, newest first, as far as they fit into the bytes, but at least one. */
export const VERSIONS_BEFORE = readingScript(`${VERSION_OF}
local id, before, limit, bytesLeft = take(), take(), takeNumber(), takeNumber()
local newest = tonumber(redis.call('HGET', promptKey(id), 'latest_version') or 0)
if before ~= '' then newest = math.min(newest, before - 1) end
local found = {}
for number = newest, math.max(1, newest - limit + 1), -1 do
  local digest = redis.call('HGET', contentsKey(id), number)
  bytesLeft = bytesLeft - (digest and redis.call('HSTRLEN', settings, digest) or redis.call('HSTRLEN', versionsKey(id), number))
  if bytesLeft < 0 and #found > 0 then break end
  found[#found + 1] = versionOf(id, number)
end
return found`);

const BYTES_OF = `
local function bytesOf(id, number)
  local row, digest = redis.call('HSTRLEN', versionsKey(id), number), redis.call('HGET', contentsKey(id), number)
  if not digest then return row + redis.call('HSTRLEN', bodiesKey(id), number) end
  return row + redis.call('HSTRLEN', settings, digest) + redis.call('HSTRLEN', contents, digest)
end`;

/** Returns versions with content, oldest first, as far as they fit into the bytes, but at least one. */
export const VERSIONS_AFTER = readingScript(`${VERSION_OF}${BYTES_OF}
local id, after, limit, bytesMax = take(), takeNumber(), takeNumber(), takeNumber()
local newest = tonumber(redis.call('HGET', promptKey(id), 'latest_version') or 0)
local found, bytes = {}, 0
for number = math.max(1, after + 1), math.min(newest, after + limit) do
  bytes = bytes + bytesOf(id, number)
  if bytes > bytesMax and #found > 0 then break end
  found[#found + 1] = fullVersionOf(id, number)
end
return found`);

/** The sizes of versions, given as a list of ids and numbers. */
export const VERSION_BYTES = readingScript(`${BYTES_OF}
return takeMany(function() return bytesOf(take(), take()) end)`);

/** Searches the times from the newest on, in batches: those of an imported prompt need not be sorted. */
export const LATEST_AT = readingScript(`
local id, at = take(), takeNumber()
for last = redis.call('LLEN', publishedKey(id)), 1, -100 do
  local first = math.max(1, last - 99)
  local times = redis.call('LRANGE', publishedKey(id), first - 1, last - 1)
  for index = #times, 1, -1 do
    if tonumber(times[index]) <= at then return first + index - 1 end
  end
end
return false`);

/** Returns moves, newest first. */
export const MOVES_BEFORE = readingScript(`
local id, label, before, limit = take(), take(), take(), take()
local bound = label .. '!'
if before ~= '' then bound = label .. ' ' .. sortable(tonumber(before)) end
return redis.call('ZREVRANGEBYLEX', movesKey(id), '(' .. bound, '[' .. label .. ' ', 'LIMIT', 0, limit)`);

/** Label by label, oldest first. A label of '' is the beginning. */
export const MOVES_AFTER = readingScript(`
local id, label, after, limit = take(), take(), take(), take()
local above = '-'
if label ~= '' then above = '(' .. label .. ' ' .. sortable(tonumber(after)) .. '!' end
return redis.call('ZRANGEBYLEX', movesKey(id), above, '+', 'LIMIT', 0, limit)`);

/** The prompts that follow a position, matching or not, as JSON. A position of '' is the beginning. */
export const NEXT_OF_LIST = readingScript(`
local sort, order, count = take(), take(), take()
local name, updatedAt, id = take(), take(), take()
local index, above, below = byName, '-', '+'
if sort == 'updatedAt' then index = byTime end
if id ~= '' and sort == 'name' then above, below = '[' .. name .. '!', '(' .. name .. ' ' end
if id ~= '' and sort == 'updatedAt' then
  above = '(' .. sortable(tonumber(updatedAt)) .. ' ' .. id
  below = above
end
local members
if order == 'ascending' then members = redis.call('ZRANGEBYLEX', index, above, '+', 'LIMIT', 0, count)
else members = redis.call('ZREVRANGEBYLEX', index, below, '-', 'LIMIT', 0, count) end
local rows = {}
for _, member in ipairs(members) do
  local row = redis.call('HGETALL', promptKey(string.match(member, '%S+$')))
  if #row > 0 then rows[#rows + 1] = row end
end
-- An empty table could also be an object.
return #rows == 0 and '[]' or cjson.encode(rows)`);

/** Returns the number of prompts and the bytes of their content. */
export const USE = readScript(`${KEY_NAMES}
if redis.call('EXISTS', KEYS[1]) == 0 then return { 0, 0 } end
return { redis.call('HLEN', names), redis.call('GET', bytes) or '0' }`);

/** The contents of versions, given as a list of ids and numbers, as far as they fit, but at least one. */
export const BODIES = readingScript(`
local left, bodies, isFull = takeNumber(), {}, false
takeMany(function()
  local id, number = take(), take()
  if isFull then return false end
  local digest = redis.call('HGET', contentsKey(id), number)
  local body = digest and redis.call('HGET', contents, digest) or redis.call('HGET', bodiesKey(id), number)
  bodies[#bodies + 1] = body
  left = left - #(body or '')
  isFull = left <= 0
  return false
end)
return bodies`);

/**
 * Takes names, and the index among them, with the cursor of a scan, to go on from. Returns pairs of the includer's name and
 * what it includes, then the index and the cursor of the rest; the index is one beyond the last name when there is none.
 */
export const INCLUDES = readingScript(`
local index, cursor, left, found = takeNumber(), take(), takeNumber(), {}
local wanted = takeMany(take)
while index <= #wanted and left > 0 do
  local id = redis.call('HGET', names, wanted[index])
  local reply = id and redis.call('SSCAN', includesKey(id), cursor, 'COUNT', left) or { '0', {} }
  for _, include in ipairs(reply[2]) do found[#found + 1] = { wanted[index], include } end
  left, cursor = left - #reply[2] - 1, reply[1]
  if cursor == '0' then index = index + 1 end
end
return { found, index, cursor }`);

/** Takes the member to go on after. Returns the same pairs, then the last member, or '' when there are no more. */
export const INCLUDERS = readingScript(`
local name, after, limit, found = take(), take(), takeNumber(), {}
if after == '' then after = '[' .. name .. ' ' else after = '(' .. after end
local members = redis.call('ZRANGEBYLEX', includers, after, '(' .. name .. '!', 'LIMIT', 0, limit)
for _, member in ipairs(members) do
  local include, id = string.match(member, '^(.*) (%S+)$')
  found[#found + 1] = { redis.call('HGET', promptKey(id), 'name'), include }
end
return { found, #members == limit and members[limit] or '' }`);
