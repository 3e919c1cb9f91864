import type { AccountId } from '../../../../domain/accounts/account.ts';
import { accountKeys } from '../account-keys.ts';
import type { RedisStore } from '../connection/redis-store.ts';
import { promptKeys } from '../prompts/prompt-keys.ts';

/** The keys of an account's webhooks. */
export const webhookKeys = (store: Pick<RedisStore, 'key'>) => {
  const { account } = accountKeys(store);
  const { revision } = promptKeys(store);
  const all = (owner: AccountId) => store.key('w', `{${owner}}`);
  return {
    /** Ids of accounts that have webhooks: a hint, which may name accounts without any. */
    accounts: store.key('wh'),
    /** The account, without which its webhooks do not exist, the ids of its webhooks, and its revision. */
    ofScripts: (owner: AccountId): readonly [string, string, string] => [account(owner), all(owner), revision(owner)],
    /** The set of ids, for transfers, which write without a script. */
    ids: all,
    webhook: (owner: AccountId, id: string) => `${all(owner)}:${id}`,
    deliveries: (owner: AccountId, id: string) => `${all(owner)}:${id}:deliveries`,
    due: (owner: AccountId, id: string) => `${all(owner)}:${id}:due`,
  };
};

export type WebhookKeys = ReturnType<typeof webhookKeys>;

/**
 * The same keys for scripts, which learn ids only while they run. All of them lie in the hash slot of KEYS.
 *
 *   (no suffix)        set   the ids of the account's webhooks
 *   <id>               hash  the webhook's row, and its lease; a field that is null is missing
 *   <id>:deliveries    hash  `<revision>-<n>` → the delivery's row as JSON
 *   <id>:due           zset  `<revision>-<n>` by the time it is due, of those that are pending
 *   <id>:created       zset  `<revision>-<n>` by the time it was created
 */
export const KEY_NAMES = `
local function webhookKey(id) return KEYS[2] .. ':' .. id end
local function deliveriesKey(id) return webhookKey(id) .. ':deliveries' end
local function dueKey(id) return webhookKey(id) .. ':due' end
local function createdKey(id) return webhookKey(id) .. ':created' end
local function isStored(id)
  return redis.call('EXISTS', KEYS[1]) == 1 and redis.call('SISMEMBER', KEYS[2], id) == 1
end
local function deleteDelivery(id, position)
  redis.call('HDEL', deliveriesKey(id), position)
  redis.call('ZREM', dueKey(id), position)
  redis.call('ZREM', createdKey(id), position)
end
`;
