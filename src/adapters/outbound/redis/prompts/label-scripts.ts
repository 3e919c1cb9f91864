import { LABEL_FIELD } from './prompt-keys.ts';

/** Moves labels, and records where they moved. Needs the names of the keys, of the arguments, and the steps of changes. */
export const LABEL_STEPS = `
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
-- The channel is followed directly by the release, if there is one.
local function takeMove()
  local label, movedAt, version, previous, by, message = string.match(take(), '^(%S+) (%S+) (%S+) (%S+) (%S+) (.*)$')
  return { label = label, movedAt = tonumber(movedAt), version = version, previous = previous, by = by, message = message }
end
-- An empty lock is none, and only protected labels get one.
local function setLock(id, move, lock)
  if lock ~= '' and not isNone(move.version) and redis.call('SISMEMBER', protected, move.label) == 1 then
    redis.call('HSET', locksKey(id), move.label, move.version .. ' ' .. lock)
    return true
  end
  redis.call('HDEL', locksKey(id), move.label)
  return false
end
local function pointLabel(id, move)
  if isNone(move.version) then redis.call('HDEL', promptKey(id), '${LABEL_FIELD}' .. move.label)
  else redis.call('HSET', promptKey(id), '${LABEL_FIELD}' .. move.label, move.version) end
end
local function storeMove(id, move)
  local member = table.concat({ move.label, sortable(move.movedAt), whole(move.movedAt),
    move.version, move.previous, move.by, move.message }, ' ')
  redis.call('ZADD', movesKey(id), 0, member)
  pointLabel(id, move)
  return member
end
-- The label gets the lock of the last period, which ends the release.
local function storeImportedMove(id, move)
  storeMove(id, move)
  local lock = string.match(move.by, '^.*{"since":%-?%d+,"lock":(.*)}%]}$')
  setLock(id, move, lock ~= 'null' and lock or '')
end
local function versionOfLabel(id, label) return redis.call('HGET', promptKey(id), '${LABEL_FIELD}' .. label) or '-' end
-- The row is JSON text of the service, where a quote inside of another field is escaped.
local function hashOfVersion(id, number)
  return string.match(redis.call('HGET', versionsKey(id), number) or '', '"hash":"([^"]+)"')
end
local function addLabelChange(id, move, extra)
  local isRemoved, isNew = isNone(move.version), isNone(move.previous)
  addChange({ type = 'label.moved', label = move.label, version = not isRemoved and move.version,
    previous = not isNew and move.previous, hash = not isRemoved and hashOfVersion(id, move.version),
    message = move.message, extra = extra })
end
local function lastMove(id, label)
  return redis.call('ZREVRANGEBYLEX', movesKey(id), '(' .. label .. '!', '[' .. label .. ' ', 'LIMIT', 0, 1)[1]
end
local function lastMovedAt(id, label)
  local last = lastMove(id, label)
  return last and tonumber(string.match(last, '^%S+ %S+ (%S+)')) or -math.huge
end

-- An order moves a label, unless it already points there and is not to be moved again. The release lacks its last brace.
local function takeOrder()
  return { label = take(), version = take(), movedAt = takeNumber(), by = take(), message = take(),
    release = take(), lock = take(), again = take() == '1' }
end
local function movesLabel(id, order) return order.again or order.version ~= versionOfLabel(id, order.label) end
local function pointToPublished(orders, number)
  for _, order in ipairs(orders) do
    if order.version == 'published' then order.version = tostring(number) end
  end
end
local function hasMoves(id, orders)
  for _, order in ipairs(orders) do
    if movesLabel(id, order) then return true end
  end
  return false
end
local function carryOut(id, orders)
  local moves = {}
  for _, order in ipairs(orders) do
    if movesLabel(id, order) then
      order.previous = versionOfLabel(id, order.label)
      order.movedAt = math.max(order.movedAt, lastMovedAt(id, order.label) + 1)
      local locks = ''
      if setLock(id, order, order.lock) then
        locks = ',"locks":[{"since":' .. whole(order.movedAt) .. ',"lock":' .. order.lock .. '}]'
      end
      if order.release ~= '' then order.by = order.by .. order.release .. locks .. '}' end
      moves[#moves + 1] = storeMove(id, order)
      addLabelChange(id, order, order.release ~= '' and order.release .. '}' or nil)
    end
  end
  return moves
end

-- An import records only its net effect.
local function takeNetMove()
  return { label = take(), version = take(), previous = take(), message = take(), extra = take() }
end
local function addImportedMoves(id, moves)
  for _, move in ipairs(moves) do addLabelChange(id, move, move.extra) end
end
`;
