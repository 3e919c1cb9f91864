import { LABEL_FIELD } from './prompt-keys.ts';

/** Compares what a decision was based on with what is stored. Needs the names of the keys and of the arguments. */
export const PRECONDITION_STEPS = `
local function takePreconditions()
  return { accountRevision = take(), revision = take(), notIncluded = take() == '1', byLabel = take(),
    prompts = takeMany(function() return { name = take(), id = take(), revision = take() } end),
    labels = takeMany(function() return { label = take(), version = take() } end) }
end
-- With the id of the write that led to it, that must be the same, too.
local function hasRevision(id, revision)
  local held, write = unpack(redis.call('HMGET', promptKey(id), 'revision', 'write_id'))
  return held and (revision == held or revision == held .. '.' .. (write or ''))
end
-- A name that no prompt has comes with an empty id and revision.
local function isStaleAccount(preconditions)
  local accountRevision = preconditions.accountRevision
  if accountRevision ~= '' and accountRevision ~= (redis.call('GET', rev) or '0') then return true end
  for _, seen in ipairs(preconditions.prompts) do
    local id = redis.call('HGET', names, seen.name) or ''
    if id ~= seen.id then return true end
    if id ~= '' and not hasRevision(id, seen.revision) then return true end
  end
  return false
end
local function isIncluded(id, label)
  local include = redis.call('HGET', promptKey(id), 'name')
  if label ~= '' then include = include .. ' ' .. label end
  return #redis.call('ZRANGEBYLEX', includers, '[' .. include .. ' ', '(' .. include .. '!', 'LIMIT', 0, 1) > 0
end
-- Without a revision, the prompt must exist and must not be archived.
local function isStalePrompt(id, preconditions)
  local archived = redis.call('HGET', promptKey(id), 'archived')
  if not archived then return true end
  if preconditions.revision == '' and archived == '1' then return true end
  if preconditions.revision ~= '' and not hasRevision(id, preconditions.revision) then return true end
  for _, seen in ipairs(preconditions.labels) do
    if (redis.call('HGET', promptKey(id), '${LABEL_FIELD}' .. seen.label) or '-') ~= seen.version then return true end
  end
  if preconditions.notIncluded and isIncluded(id, preconditions.byLabel) then return true end
  return isStaleAccount(preconditions)
end
`;
