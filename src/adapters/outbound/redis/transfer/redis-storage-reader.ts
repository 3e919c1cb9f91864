import {
  ChangedTooFast,
  type StorageReader,
  type TransferSize,
} from '../../../../application/ports/storage-transfer.ts';
import type { AccountId } from '../../../../domain/accounts/account.ts';
import { type TransferRow, type TransferRowOf, toTransferRow } from '../../rows/transfer-row.ts';
import { type AccountKeys, accountKeys } from '../account-keys.ts';
import { RedisAccountRepository } from '../accounts/redis-account-repository.ts';
import { RedisKeyringRegister } from '../accounts/redis-keyring-register.ts';
import type { RedisStore } from '../connection/redis-store.ts';
import { readScript } from '../connection/redis-store.ts';
import { type PromptKeys, promptKeys } from '../prompts/prompt-keys.ts';
import { ALL_PROMPTS, type PromptReply, promptRecords, readPrompts } from '../prompts/redis-prompt-records.ts';
import { readUsage } from '../usage/redis-usage-records.ts';
import { LAST_USED } from '../usage/usage-keys.ts';

const PROMPTS_AT_ONCE_MAX = 2000;
const CHARACTERS_AT_ONCE_MAX = 2 * 1024 * 1024;

/** KEYS: the account, the beginning of its prompts' keys, its rotations. All at one moment, prompts too unless there are too many. */
const ACCOUNT = readScript(`${ALL_PROMPTS}
return { redis.call('HGETALL', KEYS[1]), redis.call('LRANGE', KEYS[3], 0, -1), redis.call('GET', rev),
  redis.call('HVALS', names), allPrompts(tonumber(ARGV[1]), tonumber(ARGV[2])) }`);

type AccountReply = readonly [
  fields: readonly string[],
  rotations: readonly string[],
  revision: string | null,
  ids: string[],
  /** In the order of the ids. */
  prompts: readonly (PromptReply | null)[] | null,
];

interface FoundAccount {
  readonly account: TransferRowOf<'account'>;
  /** Newest first. */
  readonly rotations: readonly string[];
  readonly ids: readonly string[];
  /** As they were at the same moment; undefined where there are too many for that. */
  readonly prompts: readonly PromptReply[] | undefined;
}

/** What is read of an account before any of it is given away, so that it can be read again. */
const HELD_CHARACTERS_MAX = 16 * 1024 * 1024;
const TRIES = 5;

/**
 * Redis knows no snapshot of everything. An account is read as it was at one moment: what can change of its prompts comes
 * in one go, and versions never change. Where there are too many prompts for that, each of them is as it was at one
 * moment, and the account is read again when it was changed meanwhile and is not too large to be held.
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
    // Whoever was the first is in all its places after this.
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

  async size(): Promise<TransferSize> {
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
    for (let tries = 1; ; tries += 1) {
      const found = await this.readAccount(id);
      if (!found) return;
      const records = this.recordsOf(found);
      const held = await hold(records).catch(unlessLast(tries));
      if (!held) continue;
      const isSame = found.prompts || (await this.promptsRevision(id)) === found.account.prompts_revision;
      if (held.isAll && !isSame && tries < TRIES) continue;
      yield* held.records;
      yield* records;
      return;
    }
  }

  private async promptsRevision(id: AccountId): Promise<number> {
    return Number((await this.store.read((client) => client.get(this.promptKeys.revision(id)))) ?? 0);
  }

  private async readAccount(id: AccountId): Promise<FoundAccount | undefined> {
    const keys = [...this.promptKeys.ofScripts(id), this.keys.rotations(id)];
    const limits = [PROMPTS_AT_ONCE_MAX, CHARACTERS_AT_ONCE_MAX];
    const answer = (await this.store.readScript(ACCOUNT, keys, limits)) as AccountReply;
    const [reply, rotations, revision, ids, prompts] = answer;
    if (reply.length === 0) return undefined;
    const row: Record<string, unknown> = {};
    for (let index = 0; index < reply.length; index += 2) row[reply[index] ?? ''] = reply[index + 1];
    const account = toTransferRow('account', {
      session_epoch: 0,
      rotations: 0,
      ...row,
      prompts_revision: revision ?? 0,
      last_used_at: row[LAST_USED] ?? null,
    });
    return { account, rotations, ids: ids.toSorted(), prompts: prompts ? inOrder(ids, prompts) : undefined };
  }

  private async *recordsOf({ account, rotations, ids, prompts }: FoundAccount): AsyncGenerator<TransferRow> {
    const id = account.id as AccountId;
    yield account;
    yield* rotations.toReversed().map(toRotation);
    if (prompts) for (const prompt of prompts) yield* promptRecords(this.store, id, prompt);
    else yield* this.onePromptAfterTheOther(id, ids);
    yield* readUsage(this.store, id);
  }

  private async *onePromptAfterTheOther(id: AccountId, ids: readonly string[]): AsyncGenerator<TransferRow> {
    const names = new Set<string>();
    for await (const record of readPrompts(this.store, id, ids)) {
      // One was renamed, and another took its name, between two reads: both at once never were.
      if (record.kind === 'prompt' && names.has(record.name)) throw new ChangedTooFast(id);
      if (record.kind === 'prompt') names.add(record.name);
      yield record;
    }
  }
}

/** Sorted here: Redis' own sorting may depend on the language of its machine. */
const inOrder = (ids: readonly string[], prompts: readonly (PromptReply | null)[]): readonly PromptReply[] =>
  ids
    .map((id, index) => ({ id, prompt: prompts[index] }))
    .sort((one, other) => (one.id < other.id ? -1 : 1))
    .flatMap(({ prompt }) => (prompt ? [prompt] : []));

/** Too fast is what was changed in every try. */
const unlessLast = (tries: number) => (error: unknown) => {
  if (error instanceof ChangedTooFast && tries < TRIES) return undefined;
  throw error;
};

/** All of it, or as much as may be held. */
async function hold(records: AsyncIterator<TransferRow>) {
  const held: TransferRow[] = [];
  let characters = 0;
  while (characters < HELD_CHARACTERS_MAX) {
    const { value, done } = await records.next();
    if (done) return { records: held, isAll: true };
    held.push(value);
    // As much as an object of its own takes, whatever is in it.
    characters += value.kind === 'version' ? value.body.length + 1000 : 500;
  }
  return { records: held, isAll: false };
}

/** As RedisKeyStorage writes them: the number, and the rest as JSON. */
function toRotation(text: string): TransferRowOf<'rotation'> {
  const end = text.indexOf(' ');
  return toTransferRow('rotation', { ...JSON.parse(text.slice(end + 1)), number: text.slice(0, end) });
}
