import type { AccountId } from '../../../../domain/accounts/account.ts';
import type { CallerCollection } from '../../../../domain/usage/caller-address.ts';
import { limitCaller, REFUSED_CALLS_MAX, type RefusedCall } from '../../../../domain/usage/refused-call.ts';
import { fromRefusedCallRow, toRefusedCallRow } from '../../rows/refused-call-row.ts';
import type { RedisStore, Values } from '../connection/redis-store.ts';
import { ownersOfKeys, REFUSED_END, USAGE_KEY_NAMES, usageKeys } from './usage-keys.ts';

/** Needs the names of the keys and the arguments. */
export const ADD_REFUSED_CALLS = `
local function takeRefused() return { at = take(), row = take() } end
local function addRefused(refused, now, retainMs)
  if #refused == 0 then return end
  for _, each in ipairs(refused) do redis.call('ZADD', refusedKey, each.at, each.row) end
  redis.call('ZREMRANGEBYSCORE', refusedKey, '-inf', '(' .. whole(now - retainMs))
  redis.call('ZREMRANGEBYRANK', refusedKey, 0, ${-REFUSED_CALLS_MAX - 1})
  redis.call('PEXPIRE', refusedKey, whole(retainMs))
end`;

/** Takes pairs of rows. Replaces the first by the second of each, unless it was evicted since it was read. */
const REPLACE_REFUSED_CALLS = `${USAGE_KEY_NAMES}
for index = 1, #ARGV, 2 do
  local at = redis.call('ZSCORE', refusedKey, ARGV[index])
  if at then
    redis.call('ZREM', refusedKey, ARGV[index])
    redis.call('ZADD', refusedKey, at, ARGV[index + 1])
  end
end
return 1`;

/** The id comes first, so that calls at the same time are sorted by it. */
export const refusedMember = (call: RefusedCall): string => JSON.stringify(toRefusedCallRow(call));

/** The values in the order of ADD_REFUSED_CALLS. */
export const refusedValues = (calls: readonly RefusedCall[]): Values => [
  calls.length,
  ...calls.flatMap((call) => [call.at.getTime(), refusedMember(call)]),
];

export async function listRefusedCalls(store: RedisStore, accountId: AccountId): Promise<readonly RefusedCall[]> {
  const keys = usageKeys(store);
  const members = await store.read((client) => client.zrangebyscore(keys.refused(accountId), '-inf', '+inf'));
  return members.map((member) => fromRefusedCallRow(JSON.parse(member)));
}

/** Goes through the refused calls of all accounts. */
export async function clearCallersExcept(store: RedisStore, collection: CallerCollection): Promise<void> {
  const keys = usageKeys(store);
  for await (const owner of ownersOfKeys(store, REFUSED_END)) {
    const calls = await listRefusedCalls(store, owner);
    const replaced = calls.flatMap((call) => {
      const [member, limited] = [refusedMember(call), refusedMember(limitCaller(call, collection))];
      return member === limited ? [] : [member, limited];
    });
    if (replaced.length > 0) await store.unconfirmedScript(REPLACE_REFUSED_CALLS, keys.ofScripts(owner), replaced);
  }
}
