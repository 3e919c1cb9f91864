import { ChangedTooFast, type StorageReader, type TransferSize } from '../../../application/ports/storage-transfer.ts';
import { type RecordOf, recordOf, type TransferRecord } from '../../../application/transfer/transfer-record.ts';
import type { AccountId } from '../../../domain/account.ts';
import { type AccountKeys, accountKeys } from './account-keys.ts';
import { type PromptKeys, promptKeys } from './prompt-keys.ts';
import { RedisAccountRepository } from './redis-account-repository.ts';
import { RedisKeyringRegister } from './redis-keyring-register.ts';
import { readPrompts } from './redis-prompt-records.ts';
import type { RedisStore } from './redis-store.ts';
import { readScript } from './redis-store.ts';
import { readUsage } from './redis-usage-records.ts';
import { LAST_USED } from './usage-keys.ts';

/** KEYS: the account, its rotations, its prompts' revision, their names. All at one moment. */
const ACCOUNT = readScript(`
  return { redis.call('HGETALL', KEYS[1]), redis.call('LRANGE', KEYS[2], 0, -1), redis.call('GET', KEYS[3]),
    redis.call('HVALS', KEYS[4]) }`);

type AccountReply = readonly [
  fields: readonly string[],
  rotations: readonly string[],
  revision: string | null,
  ids: string[],
];

interface FoundAccount {
  readonly account: RecordOf<'account'>;
  /** Newest first. */
  readonly rotations: readonly string[];
  readonly ids: readonly string[];
}

/** What is read of an account before any of it is given away, so that it can be read again. */
const HELD_CHARACTERS_MAX = 16 * 1024 * 1024;
const TRIES = 5;

/**
 * Redis knows no snapshot. Each prompt is read as it was at one moment. An account that is not too large is read again
 * when it was changed meanwhile, so that it, too, is as it was at one moment if it has one quiet one.
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

  async *records(): AsyncIterable<TransferRecord> {
    // Whoever was the first is in all its places after this.
    if (await this.accounts.everHeldAccount()) {
      const first = await this.store.read((client) => client.get(this.keys.first));
      yield recordOf('first', { account_id: first });
    }
    const keys = [...(await new RedisKeyringRegister(this.store).keys())].sort(([one], [other]) =>
      one < other ? -1 : 1,
    );
    for (const [kid, { check, standing }] of keys) yield recordOf('keyring', { kid, value: check, standing });
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

  private async *account(id: AccountId): AsyncIterable<TransferRecord> {
    for (let tries = 1; ; tries += 1) {
      const found = await this.readAccount(id);
      if (!found) return;
      const records = this.recordsOf(found);
      const held = await hold(records).catch(unlessLast(tries));
      if (!held) continue;
      const isSame = (await this.revisionOf(id)) === found.account.prompts_revision;
      if (held.isAll && !isSame && tries < TRIES) continue;
      yield* held.records;
      yield* records;
      return;
    }
  }

  private async readAccount(id: AccountId): Promise<FoundAccount | undefined> {
    const keys = [
      this.keys.account(id),
      this.keys.rotations(id),
      this.promptKeys.revision(id),
      this.promptKeys.names(id),
    ];
    const [reply, rotations, revision, ids] = (await this.store.readScript(ACCOUNT, keys, [])) as AccountReply;
    if (reply.length === 0) return undefined;
    const row: Record<string, unknown> = {};
    for (let index = 0; index < reply.length; index += 2) row[reply[index] ?? ''] = reply[index + 1];
    const account = recordOf('account', {
      session_epoch: 0,
      rotations: 0,
      ...row,
      prompts_revision: revision ?? 0,
      last_used_at: row[LAST_USED] ?? null,
    });
    return { account, rotations, ids: ids.sort() };
  }

  private async *recordsOf({ account, rotations, ids }: FoundAccount): AsyncGenerator<TransferRecord> {
    const id = account.id as AccountId;
    yield account;
    yield* rotations.toReversed().map(toRotation);
    const names = new Set<string>();
    for await (const record of readPrompts(this.store, id, ids)) {
      // One was renamed, and another took its name, between two reads: both at once never were.
      if (record.kind === 'prompt' && names.has(record.name)) throw new ChangedTooFast(id);
      if (record.kind === 'prompt') names.add(record.name);
      yield record;
    }
    yield* readUsage(this.store, id);
  }

  private async revisionOf(id: AccountId): Promise<number> {
    return Number(await this.store.read((client) => client.get(this.promptKeys.revision(id))));
  }
}

/** Too fast is what was changed in every try. */
const unlessLast = (tries: number) => (error: unknown) => {
  if (error instanceof ChangedTooFast && tries < TRIES) return undefined;
  throw error;
};

/** All of it, or as much as may be held. */
async function hold(records: AsyncIterator<TransferRecord>) {
  const held: TransferRecord[] = [];
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
function toRotation(text: string): RecordOf<'rotation'> {
  const end = text.indexOf(' ');
  return recordOf('rotation', { ...JSON.parse(text.slice(end + 1)), number: text.slice(0, end) });
}
