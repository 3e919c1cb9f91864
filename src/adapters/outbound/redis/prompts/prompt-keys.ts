import type { AccountId } from '../../../../domain/accounts/account.ts';
import { accountKeys } from '../account-keys.ts';
import type { RedisStore, Values } from '../connection/redis-store.ts';

/** The keys of an account's prompts. */
export const promptKeys = (store: Pick<RedisStore, 'key'>) => {
  const { account } = accountKeys(store);
  const all = (owner: AccountId) => store.key('p', `{${owner}}`);
  return {
    /** The account, without which its prompts do not exist, and the prefix of all other keys. */
    ofScripts: (owner: AccountId): readonly [string, string] => [account(owner), all(owner)],
    /** The account's revision: raised by every change of any of its prompts. */
    revision: (owner: AccountId) => `${all(owner)}:rev`,
    /** The account's feed of changes. */
    changes: (owner: AccountId) => `${all(owner)}:changes`,
    /** The labels of the account that only the dashboard may move. */
    protected: (owner: AccountId) => `${all(owner)}:protected`,
    // Transfers use these keys, which they read and write without a script.
    names: (owner: AccountId) => `${all(owner)}:names`,
    byName: (owner: AccountId) => `${all(owner)}:by-name`,
    byTime: (owner: AccountId) => `${all(owner)}:by-time`,
    includers: (owner: AccountId) => `${all(owner)}:includers`,
    shared: (owner: AccountId, part: SharedPart) => `${all(owner)}:${part}`,
    prompt: (owner: AccountId, id: string) => `${all(owner)}:${id}`,
    part: (owner: AccountId, id: string, part: PromptPart) => `${all(owner)}:${id}:${part}`,
  };
};

export type PromptPart = 'versions' | 'bodies' | 'contents' | 'published' | 'moves' | 'includes' | 'locks';

/** The data that versions of all prompts of an account share. */
export type SharedPart = 'contents' | 'settings' | 'uses' | 'bytes';

export type PromptKeys = ReturnType<typeof promptKeys>;

/**
 * The same keys for scripts, which learn ids only while they run. All of them lie in the hash slot of KEYS.
 *
 *   rev                string  the account's revision; its write id is a field of the account
 *   names              hash    name → id
 *   by-name            zset    `<name> <id>`, for lists
 *   by-time            zset    `<updated at, sortable> <id>`, for lists
 *   includers          zset    `<included name> <selector> <id>`
 *   contents           hash    digest → content as JSON
 *   settings           hash    digest → the variables and the config that belong to it, as JSON
 *   uses               hash    digest → the number of versions that have it
 *   bytes              string  the size of all content, which the quota limits
 *   own-bytes          hash    id → the part of it in versions of 0.1, where there are any
 *   changes            stream  `<revision>-<n>` → one change, in the fields of its row
 *   protected          set     the labels that only the dashboard may move
 *   <id>               hash    the prompt's row, and `label:<label>` → version
 *   <id>:versions      hash    version → its row as JSON, without number, time and content
 *   <id>:contents      hash    version → the digest of its content
 *   <id>:bodies        hash    version → its content as JSON: versions of 0.1, which have no digest
 *   <id>:published     list    when each version was published, oldest first
 *   <id>:moves         zset    `<label> <moved at, sortable> <moved at> <version> <previous> <channel><release> <message>`
 *   <id>:includes      set     `<included name> <selector>`, of all versions
 *   <id>:locks         hash    label → its current lock, as in release-row.ts
 *
 * Members of every zset have the score 0, so Redis sorts them as text. A space sorts first and `!` right after it, both
 * before every character of names, labels and ids: `name!` sorts after every member that begins with `name `.
 */
export const KEY_NAMES = `
local rev, names, byName = KEYS[2] .. ':rev', KEYS[2] .. ':names', KEYS[2] .. ':by-name'
local byTime, includers = KEYS[2] .. ':by-time', KEYS[2] .. ':includers'
local contents, settings, uses = KEYS[2] .. ':contents', KEYS[2] .. ':settings', KEYS[2] .. ':uses'
local bytes, ownBytes, changes = KEYS[2] .. ':bytes', KEYS[2] .. ':own-bytes', KEYS[2] .. ':changes'
local protected = KEYS[2] .. ':protected'
local function promptKey(id) return KEYS[2] .. ':' .. id end
local function versionsKey(id) return promptKey(id) .. ':versions' end
local function bodiesKey(id) return promptKey(id) .. ':bodies' end
local function contentsKey(id) return promptKey(id) .. ':contents' end
local function publishedKey(id) return promptKey(id) .. ':published' end
local function movesKey(id) return promptKey(id) .. ':moves' end
local function includesKey(id) return promptKey(id) .. ':includes' end
local function locksKey(id) return promptKey(id) .. ':locks' end
`;

/** Begins the field of a label in the hash of its prompt. */
export const LABEL_FIELD = 'label:';

/** Scripts take their arguments one by one, in order; a list begins with its length. */
export const ARGUMENTS = `
local taken = 0
local function take()
  taken = taken + 1
  return ARGV[taken]
end
local function takeNumber() return tonumber(take()) end
local function takeMany(takeOne)
  local many = {}
  for index = 1, takeNumber() do many[index] = takeOne() end
  return many
end
local function whole(number) return string.format('%.0f', number) end
-- Sorts as text in the order of time, before 1970 too, back to the earliest Date.
local function sortable(ms)
  if ms < 0 then return string.format('-%016.0f', 8640000000000000 + ms) end
  return string.format('%016.0f', ms)
end
`;

/** The same as `sortable` in the scripts. */
export const sortable = (ms: number): string =>
  ms < 0 ? `-${String(8_640_000_000_000_000 + ms).padStart(16, '0')}` : String(ms).padStart(16, '0');

export const listOf = (values: Values): Values => [values.length, ...values];
