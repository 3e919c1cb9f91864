import type { ChainableCommander } from 'ioredis';
import type {
  StorageWriter,
  TransferBatch,
  TransferBegin,
} from '../../../../application/ports/storage/storage-transfer.ts';
import { type AccountId, type Email, parseAccountId } from '../../../../domain/accounts/account.ts';
import type { KeyDigest } from '../../../../domain/accounts/api-key.ts';
import { asTransferRows, type TransferRow, type TransferRowOf } from '../../rows/transfer-row.ts';
import { type AccountKeys, accountKeys } from '../account-keys.ts';
import { RedisAccountRepository } from '../accounts/redis-account-repository.ts';
import { serializeKey } from '../accounts/redis-keyring-register.ts';
import type { RedisStore } from '../connection/redis-store.ts';
import { RedisPendingLocks } from '../prompts/redis-pending-locks.ts';
import { LAST_USED } from '../usage/usage-keys.ts';
import { RedisWebhooks } from '../webhooks/redis-webhooks.ts';
import { RedisRecordWrites } from './redis-record-writes.ts';

/** Keys that an empty storage may have: the marker itself, the schema, and keys that expire by themselves. */
const IGNORED_KEYS = ['transfer', 'schema', 'try', 'response'];

/** Each batch is written to one slot. Every command can be repeated. */
export class RedisStorageWriter implements StorageWriter {
  private readonly keys: AccountKeys;
  private readonly marker: string;
  private readonly recordWrites: RedisRecordWrites;

  constructor(private readonly store: RedisStore) {
    this.keys = accountKeys(store);
    this.marker = store.key('transfer');
    this.recordWrites = new RedisRecordWrites(store);
  }

  async begin(source: string): Promise<TransferBegin> {
    if ((await this.unfinishedSource()) === undefined) {
      if (!(await this.isEmpty())) return { kind: 'not-empty' };
      await this.store.write((pipeline) => pipeline.hsetnx(this.marker, 'source', source));
    }
    const marker = await this.store.read((client) => client.hgetall(this.marker));
    if (marker['source'] !== source) return { kind: 'other-source', source: marker['source'] ?? '' };
    const accountId = parseAccountId(marker['account_id'] ?? '');
    return { kind: 'begun', position: accountId && { accountId, records: Number(marker['records']) } };
  }

  async write({ accountId, records: opaque, until, retentionDays }: TransferBatch): Promise<void> {
    const records = asTransferRows(opaque);
    if (accountId === undefined) return this.writeCommon(records);
    for (const record of records) if (record.kind === 'account') await this.writeAccount(record);
    if (records.some(({ kind }) => kind === 'protection')) await new RedisPendingLocks(this.store).mark(accountId);
    if (records.some(({ kind }) => kind === 'webhook')) await new RedisWebhooks(this.store).addHint(accountId);
    await this.store.write((pipeline) => this.recordWrites.add(pipeline, accountId, records, retentionDays));
    await this.store.write((pipeline) => pipeline.hset(this.marker, { account_id: accountId, records: until }));
  }

  async removeAccount(accountId: AccountId): Promise<void> {
    await new RedisAccountRepository(this.store).remove(accountId);
  }

  async finish(): Promise<void> {
    await this.store.delete(this.marker);
  }

  async unfinishedSource(): Promise<string | undefined> {
    return (await this.store.read((client) => client.hget(this.marker, 'source'))) ?? undefined;
  }

  private async isEmpty(): Promise<boolean> {
    const prefix = this.store.key('');
    for await (const key of this.store.scan(prefix)) {
      if (!IGNORED_KEYS.includes(key.slice(prefix.length).split(':', 1).join(''))) return false;
    }
    return true;
  }

  private async writeCommon(records: readonly TransferRow[]): Promise<void> {
    for (const record of records) {
      const write = commonWrite(this.store, this.keys, record);
      if (write) await this.store.write(write);
    }
  }

  /** The same steps in the same order as creating an account, because each may go to another server. */
  private async writeAccount({
    kind: _,
    last_used_at,
    prompts_revision: __,
    prompts_write_id,
    ...row
  }: TransferRowOf<'account'>): Promise<void> {
    const id = row.id as AccountId;
    const used = last_used_at === null ? {} : { [LAST_USED]: last_used_at };
    const written = prompts_write_id === null ? {} : { prompts_write_id };
    await this.store.write((pipeline) => pipeline.hset(this.keys.account(id), { ...row, ...used, ...written }));
    await this.store.write((pipeline) => pipeline.set(this.keys.hint(row.key_digest as KeyDigest), id));
    await this.store.write((pipeline) => pipeline.set(this.keys.email(row.email as Email), id));
  }
}

function commonWrite(store: RedisStore, keys: AccountKeys, record: TransferRow) {
  switch (record.kind) {
    case 'first':
      return (pipeline: ChainableCommander) => pipeline.set(keys.first, record.account_id);
    case 'keyring':
      return (pipeline: ChainableCommander) =>
        pipeline.hset(store.key('keyring'), record.kid, serializeKey(record.value, record.standing));
    default:
      return undefined;
  }
}
