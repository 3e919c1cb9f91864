import { ChangedTooFast } from '../../../../application/ports/storage/storage-transfer.ts';
import type { AccountId } from '../../../../domain/accounts/account.ts';
import { type TransferRow, type TransferRowOf, toTransferRow } from '../../rows/transfer-row.ts';
import { type HashReply, toRecord } from '../connection/hash-reply.ts';
import { type RedisStore, readScript } from '../connection/redis-store.ts';
import { KEY_NAMES, promptKeys } from './prompt-keys.ts';
import { VERSION_OF, VERSIONS_AFTER } from './prompt-read-scripts.ts';
import { separateLabels, toMoveRow, toVersionRow, type VersionReply } from './prompt-replies.ts';

/** Returns a prompt with its moves, its includes and its first versions, up to a total size. */
const PROMPT_OF = `${KEY_NAMES}${VERSION_OF}
local characters = 0
local function promptOf(id, charactersMax)
  local row = redis.call('HGETALL', promptKey(id))
  if #row == 0 then return false end
  local versions = {}
  for number = 1, tonumber(redis.call('HGET', promptKey(id), 'latest_version')) do
    if characters > charactersMax then break end
    -- A version without a row is reported by the parser of the reply.
    local version = fullVersionOf(id, number) or { number, '', '{}', '', '' }
    versions[number] = version
    characters = characters + 1000 + #version[4] + #version[5]
  end
  return { row, redis.call('ZRANGE', movesKey(id), 0, -1), redis.call('SMEMBERS', includesKey(id)), versions,
    redis.call('HGETALL', locksKey(id)) }
end`;

const PROMPTS = readScript(`${PROMPT_OF}
local replies = {}
for index = 2, #ARGV do replies[index - 1] = promptOf(ARGV[index], tonumber(ARGV[1])) end
return replies`);

/** A snapshot of all prompts of an account, in the order of HVALS; false when there are too many to block Redis for. */
export const ALL_PROMPTS = `${PROMPT_OF}
local function allPrompts(promptsMax, charactersMax)
  local ids = redis.call('HVALS', names)
  if #ids > promptsMax then return false end
  local replies = {}
  for index, id in ipairs(ids) do replies[index] = promptOf(id, charactersMax) end
  return replies
end`;

export type PromptReply = readonly [
  HashReply,
  moves: readonly string[],
  includes: readonly string[],
  readonly VersionReply[],
  locks: HashReply,
];

const FIRST_CHARACTERS_MAX = 256 * 1024;
const PROMPTS_BATCH = 50;
const VERSIONS_BATCH = 16;
const BATCH_BYTES_MAX = 8 * 1024 * 1024;

/** Prompts that were deleted in between are left out. */
export async function* readPrompts(
  store: RedisStore,
  owner: AccountId,
  ids: readonly string[],
): AsyncIterable<TransferRow> {
  const keys = promptKeys(store).ofScripts(owner);
  for (let index = 0; index < ids.length; index += PROMPTS_BATCH) {
    const some = ids.slice(index, index + PROMPTS_BATCH);
    const replies = (await store.readScript(PROMPTS, keys, [FIRST_CHARACTERS_MAX, ...some])) as (PromptReply | null)[];
    for (const reply of replies) if (reply) yield* promptRecords(store, owner, reply);
  }
}

export async function* promptRecords(
  store: RedisStore,
  owner: AccountId,
  [fields, moves, includes, first, locks]: PromptReply,
): AsyncIterable<TransferRow> {
  const { prompt, labels } = readFields(fields, toRecord(locks));
  yield prompt;
  for (const reply of first) yield toVersion(prompt.id, reply);
  yield* laterVersions(store, owner, prompt, first.length);
  yield* moves.map((member) => toMove(prompt.id, member));
  yield* includes.map((text) => toInclude(prompt.id, text)).sort((one, other) => (one.target < other.target ? -1 : 1));
  yield* labels;
}

/** Versions never change, so the rest can be read in several steps. */
async function* laterVersions(
  store: RedisStore,
  owner: AccountId,
  { id, latest_version }: TransferRowOf<'prompt'>,
  from: number,
): AsyncIterable<TransferRow> {
  const keys = promptKeys(store).ofScripts(owner);
  for (let after = from; after < latest_version; ) {
    const limit = Math.min(VERSIONS_BATCH, latest_version - after);
    const reply = (await store.readScript(VERSIONS_AFTER, keys, [id, after, limit, BATCH_BYTES_MAX])) as
      | VersionReply[]
      | null;
    // The prompt was deleted while it was read.
    if (!reply || reply.length === 0) throw new ChangedTooFast(owner);
    for (const version of reply) yield toVersion(id, version);
    after += reply.length;
  }
}

function readFields(reply: HashReply, locks: Readonly<Record<string, string>>) {
  const { row, labels } = separateLabels(reply);
  const prompt = toTransferRow('prompt', row);
  return {
    prompt,
    labels: labels.map(([label, version]) =>
      toTransferRow('label', { prompt_id: prompt.id, label, version, lock: locks[label] }),
    ),
  };
}

const toVersion = (promptId: string, reply: VersionReply): TransferRowOf<'version'> =>
  toTransferRow('version', { ...toVersionRow(reply), prompt_id: promptId });

const toMove = (promptId: string, member: string): TransferRowOf<'move'> =>
  toTransferRow('move', { ...toMoveRow(member), prompt_id: promptId });

/** Redis stores an include with a space where the record has an @. */
function toInclude(promptId: string, text: string): TransferRowOf<'include'> {
  const [name = '', selector] = text.split(' ');
  return toTransferRow('include', { prompt_id: promptId, target: selector ? `${name}@${selector}` : name });
}
