import { ChangedTooFast, type StorageReader } from '../../../../application/ports/storage/storage-transfer.ts';
import type { AccountId } from '../../../../domain/accounts/account.ts';
import { type TransferRow, type TransferRowOf, toTransferRow } from '../../rows/transfer-row.ts';
import { type AccountKeys, accountKeys } from '../account-keys.ts';
import { RedisAccountRepository } from '../accounts/redis-account-repository.ts';
import { RedisKeyringRegister } from '../accounts/redis-keyring-register.ts';
import type { FeedEntry } from '../changes/feed-entry.ts';
import { readChanges } from '../changes/redis-change-records.ts';
import { type HashReply, toRecord } from '../connection/hash-reply.ts';
import { type RedisStore, readScript } from '../connection/redis-store.ts';
import { type PromptKeys, promptKeys } from '../prompts/prompt-keys.ts';
import { ALL_PROMPTS, type PromptReply, promptRecords, readPrompts } from '../prompts/redis-prompt-records.ts';
import { readUsage } from '../usage/redis-usage-records.ts';
import { LAST_USED } from '../usage/usage-keys.ts';
import { RedisWebhooks } from '../webhooks/redis-webhooks.ts';

const SNAPSHOT_PROMPTS_MAX = 2000;
const SNAPSHOT_CHARACTERS_MAX = 2 * 1024 * 1024;

/**
 * KEYS: the account, the prefix of its prompts' keys, its rotations. Omits the prompts if there are too many. Of the feed,
 * returns only the newest entry: earlier ones never change.
 */
const ACCOUNT = readScript(`${ALL_PROMPTS}
return { redis.call('HGETALL', KEYS[1]), redis.call('LRANGE', KEYS[3], 0, -1), redis.call('GET', rev),
  redis.call('HVALS', names), redis.call('XREVRANGE', changes, '+', '-', 'COUNT', 1),
  redis.call('SMEMBERS', protected), allPrompts(tonumber(ARGV[1]), tonumber(ARGV[2])) }`);

type AccountReply = readonly [
  fields: HashReply,
  rotations: readonly string[],
  revision: string | null,
  ids: string[],
  newest: readonly FeedEntry[],
  protectedLabels: string[],
  /** Prompts in the order of the ids. */
  prompts: readonly (PromptReply | null)[] | null,
];

interface FoundAccount {
  readonly account: TransferRowOf<'account'>;
  /** Newest first. */
  readonly rotations: readonly string[];
  readonly protectedLabels: readonly string[];
  readonly ids: readonly string[];
  /** The id of the newest change. */
  readonly newest: string | undefined;
  /** The prompts of the same snapshot; undefined if there are too many for one. */
  readonly prompts: readonly PromptReply[] | undefined;
}

/** How much of an account is buffered before any of it is yielded, so that it can be read again. */
const BUFFERED_CHARACTERS_MAX = 16 * 1024 * 1024;
const ATTEMPTS_MAX = 5;

/**
 * Redis has no snapshot of all data, so each account is its own snapshot: one script reads everything about its prompts
 * that can change, and versions never change. With too many prompts for one script, each prompt is its own snapshot,
 * and the account is read again if it changed during the read and is small enough to be buffered.
 */
export class RedisStorageReader implements StorageReader {
  private readonly accounts: RedisAccountRepository;
  private readonly keys: AccountKeys;
  private readonly promptKeys: PromptKeys;

  constructor(private readonly store: RedisStore) {
    this.accounts = new RedisAccountRepository(store);
    this.keys = accountKeys(store);
    this.promptKeys = promptKeys(store);
  }

  async *records(): AsyncIterable<TransferRow> {
    // This also completes the creation of the first account.
    if (await this.accounts.everHeldAccount()) {
      const first = await this.store.read((client) => client.get(this.keys.first));
      yield toTransferRow('first', { account_id: first });
    }
    const keys = [...(await new RedisKeyringRegister(this.store).keys())].sort(([one], [other]) =>
      one < other ? -1 : 1,
    );
    for (const [kid, { check, standing }] of keys) yield toTransferRow('keyring', { kid, value: check, standing });
    for (const id of await this.accountIds()) yield* this.account(id);
  }

  async size() {
    const ids = await this.accountIds();
    let prompts = 0;
    for (const id of ids) prompts += await this.store.read((client) => client.hlen(this.promptKeys.names(id)));
    return { accounts: ids.length, prompts };
  }

  private async accountIds(): Promise<readonly AccountId[]> {
    const ids: AccountId[] = [];
    for await (const { id } of this.accounts.all()) ids.push(id);
    return ids.sort();
  }

  private async *account(id: AccountId): AsyncIterable<TransferRow> {
    for (let attempt = 1; ; attempt += 1) {
      const found = await this.readAccount(id);
      if (!found) return;
      const records = this.recordsOf(found);
      const buffered = await buffer(records).catch(ignoreUnlessLast(attempt));
      if (!buffered) continue;
      const isUnchanged = found.prompts || (await this.promptsRevision(id)) === found.account.prompts_revision;
      if (buffered.isAll && !isUnchanged && attempt < ATTEMPTS_MAX) continue;
      yield* buffered.records;
      yield* records;
      return;
    }
  }

  private async promptsRevision(id: AccountId): Promise<number> {
    return Number((await this.store.read((client) => client.get(this.promptKeys.revision(id)))) ?? 0);
  }

  private async readAccount(id: AccountId): Promise<FoundAccount | undefined> {
    const keys = [...this.promptKeys.ofScripts(id), this.keys.rotations(id)];
    const limits = [SNAPSHOT_PROMPTS_MAX, SNAPSHOT_CHARACTERS_MAX];
    const reply = (await this.store.readScript(ACCOUNT, keys, limits)) as AccountReply;
    const [fields, rotations, revision, ids, [newest], protectedLabels, prompts] = reply;
    if (fields.length === 0) return undefined;
    const row = toRecord(fields);
    const account = toTransferRow('account', {
      session_epoch: 0,
      rotations: 0,
      ...row,
      prompts_revision: revision ?? 0,
      last_used_at: row[LAST_USED] ?? null,
    });
    const sorted = prompts ? sortById(ids, prompts) : undefined;
    return {
      account,
      rotations,
      protectedLabels: protectedLabels.toSorted(),
      ids: ids.toSorted(),
      newest: newest?.[0],
      prompts: sorted,
    };
  }

  private async *recordsOf(found: FoundAccount): AsyncGenerator<TransferRow> {
    const { account, rotations, protectedLabels, ids, newest, prompts } = found;
    const id = account.id as AccountId;
    yield account;
    yield* rotations.toReversed().map(toRotation);
    yield* protectedLabels.map((label) => toTransferRow('protection', { label }));
    yield* await this.webhooksOf(id);
    if (prompts) for (const prompt of prompts) yield* promptRecords(this.store, id, prompt);
    else yield* this.readPromptsOneByOne(id, ids);
    if (newest !== undefined) yield* readChanges(this.store, id, newest);
    yield* readUsage(this.store, id);
  }

  private async webhooksOf(id: AccountId): Promise<readonly TransferRowOf<'webhook'>[]> {
    const rows = await new RedisWebhooks(this.store).rowsOf(id);
    return rows.map((row) => toTransferRow('webhook', row)).sort((one, other) => (one.id < other.id ? -1 : 1));
  }

  private async *readPromptsOneByOne(id: AccountId, ids: readonly string[]): AsyncGenerator<TransferRow> {
    const names = new Set<string>();
    for await (const record of readPrompts(this.store, id, ids)) {
      // Between two reads one prompt was renamed and another took its name: they never existed together.
      if (record.kind === 'prompt' && names.has(record.name)) throw new ChangedTooFast(id);
      if (record.kind === 'prompt') names.add(record.name);
      yield record;
    }
  }
}

/** Sorts here, because sorting in Redis may depend on the locale of its machine. */
const sortById = (ids: readonly string[], prompts: readonly (PromptReply | null)[]): readonly PromptReply[] =>
  ids
    .map((id, index) => ({ id, prompt: prompts[index] }))
    .sort((one, other) => (one.id < other.id ? -1 : 1))
    .flatMap(({ prompt }) => (prompt ? [prompt] : []));

/** `ChangedTooFast` counts only if it happens in every attempt. */
const ignoreUnlessLast = (attempt: number) => (error: unknown) => {
  if (error instanceof ChangedTooFast && attempt < ATTEMPTS_MAX) return undefined;
  throw error;
};

/** Reads all records, or as many as may be buffered. */
async function buffer(records: AsyncIterator<TransferRow>) {
  const buffered: TransferRow[] = [];
  let characters = 0;
  while (characters < BUFFERED_CHARACTERS_MAX) {
    const { value, done } = await records.next();
    if (done) return { records: buffered, isAll: true };
    buffered.push(value);
    // A rough estimate of the memory that the object itself takes.
    characters += value.kind === 'version' ? value.body.length + 1000 : 500;
  }
  return { records: buffered, isAll: false };
}

/** Reads the format of RedisKeyStorage: the number, then the rest as JSON. */
function toRotation(text: string): TransferRowOf<'rotation'> {
  const end = text.indexOf(' ');
  return toTransferRow('rotation', { ...JSON.parse(text.slice(end + 1)), number: text.slice(0, end) });
}
