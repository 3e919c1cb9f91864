import type { AccountId } from '../../../../domain/accounts/account.ts';
import { accountKeys } from '../accounts/account-keys.ts';
import type { RedisStore } from '../connection/redis-store.ts';

/** The keys that every script about an account's prompts is given, and the one that is read without a script. */
export const promptKeys = (store: Pick<RedisStore, 'key'>) => {
  const { account } = accountKeys(store);
  const all = (owner: AccountId) => store.key('p', `{${owner}}`);
  return {
    /** What an account has is there as long as the account itself is; and the beginning of all other names. */
    ofScripts: (owner: AccountId): readonly [string, string] => [account(owner), all(owner)],
    /** Of the account: raised by every change of any of its prompts. */
    revision: (owner: AccountId) => `${all(owner)}:rev`,
    // For those that read and write everything as it is, without a script.
    names: (owner: AccountId) => `${all(owner)}:names`,
    resolveAll: (owner: AccountId) => `${all(owner)}:by-name`,
    byTime: (owner: AccountId) => `${all(owner)}:by-time`,
    includers: (owner: AccountId) => `${all(owner)}:includers`,
    prompt: (owner: AccountId, id: string) => `${all(owner)}:${id}`,
    part: (owner: AccountId, id: string, part: PromptPart) => `${all(owner)}:${id}:${part}`,
  };
};

export type PromptPart = 'versions' | 'bodies' | 'published' | 'moves' | 'includes';

export type PromptKeys = ReturnType<typeof promptKeys>;

/**
 * The same for scripts, which meet ids only on their way. Whatever they name so lies in the slot of their KEYS.
 *
 *   rev                string  the account's revision
 *   names              hash    name → id
 *   by-name            zset    `<name> <id>`, for lists
 *   by-time            zset    `<updated at, sortable> <id>`, for lists
 *   includers          zset    `<included name> <selector> <id>`
 *   <id>               hash    the prompt's row, and `label:<label>` → version
 *   <id>:versions      hash    version → its row as JSON, without number, time and words
 *   <id>:bodies        hash    version → its words as JSON
 *   <id>:published     list    when each version was published, the first one first
 *   <id>:moves         zset    `<label> <moved at, sortable> <moved at> <version> <previous> <door> <message>`
 *   <id>:includes      set     `<included name> <selector>`, of all versions
 *
 * Members of every zset have the score 0, so that Redis sorts them by their text. A space sorts before, and `!` right
 * behind it, so before everything that names, labels and ids are made of: `name!` is behind all that begins with `name `.
 */
export const KEY_NAMES = `
local rev, names, resolveAll = KEYS[2] .. ':rev', KEYS[2] .. ':names', KEYS[2] .. ':by-name'
local byTime, includers = KEYS[2] .. ':by-time', KEYS[2] .. ':includers'
local function promptKey(id) return KEYS[2] .. ':' .. id end
local function versionsKey(id) return promptKey(id) .. ':versions' end
local function bodiesKey(id) return promptKey(id) .. ':bodies' end
local function publishedKey(id) return promptKey(id) .. ':published' end
local function movesKey(id) return promptKey(id) .. ':moves' end
local function includesKey(id) return promptKey(id) .. ':includes' end
`;

/** Where a label is kept among the fields of its prompt. */
export const LABEL_FIELD = 'label:';

/** Arguments are taken one after the other, in the order in which they were given; a list begins with its length. */
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
-- Sorted as text, these are sorted as moments: those before 1970 too, back to the first that a Date can name.
local function sortable(ms)
  if ms < 0 then return string.format('-%016.0f', 8640000000000000 + ms) end
  return string.format('%016.0f', ms)
end
`;

/** The same as that of the scripts. */
export const sortable = (ms: number): string =>
  ms < 0 ? `-${String(8_640_000_000_000_000 + ms).padStart(16, '0')}` : String(ms).padStart(16, '0');

export const listOf = (values: readonly (string | number)[]): readonly (string | number)[] => [
  values.length,
  ...values,
];
