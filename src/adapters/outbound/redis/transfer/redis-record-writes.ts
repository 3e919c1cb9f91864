import type { ChainableCommander } from 'ioredis';
import type { AccountId } from '../../../../domain/accounts/account.ts';
import { toContentRow } from '../../rows/content-row.ts';
import type { TransferRow, TransferRowOf } from '../../rows/transfer-row.ts';
import { accountKeys } from '../account-keys.ts';
import { addChanges } from '../changes/redis-change-records.ts';
import type { RedisStore } from '../connection/redis-store.ts';
import { contentValues } from '../prompts/prompt-arguments.ts';
import { LABEL_FIELD, type PromptKeys, promptKeys, sortable } from '../prompts/prompt-keys.ts';
import { addUsage } from '../usage/redis-usage-writes.ts';
import { type UsageKeys, usageKeys } from '../usage/usage-keys.ts';
import { fieldsOf } from '../webhooks/redis-webhooks.ts';
import { type WebhookKeys, webhookKeys } from '../webhooks/webhook-keys.ts';

/** The newest comes first. Adds nothing that is not newer, so that repeating it is harmless. */
const PUSH_ROTATION = `
  local newest = redis.call('LINDEX', KEYS[1], 0)
  if not newest or tonumber(string.match(newest, '^%d+')) < tonumber(ARGV[1]) then redis.call('LPUSH', KEYS[1], ARGV[2]) end
  return 1`;

/**
 * KEYS: versions, times, digests of the prompt; contents, settings, uses, bytes of the account. The list of times is
 * indexed by version. Content that several versions have is stored once, also if it comes from a storage with copies.
 */
const PUT_VERSION = `
  local version, row, publishedAt, digest, bytes, settings, body = unpack(ARGV)
  redis.call('HSET', KEYS[1], version, row)
  if redis.call('LLEN', KEYS[2]) < tonumber(version) then redis.call('RPUSH', KEYS[2], publishedAt)
  else redis.call('LSET', KEYS[2], version - 1, publishedAt) end
  if redis.call('HSETNX', KEYS[3], version, digest) == 1 and redis.call('HINCRBY', KEYS[6], digest, 1) == 1 then
    redis.call('HSET', KEYS[4], digest, body)
    redis.call('HSET', KEYS[5], digest, settings)
    redis.call('INCRBY', KEYS[7], bytes)
  end
  return 1`;

/** Turns records into commands on the keys of their account. */
export class RedisRecordWrites {
  private readonly prompts: PromptKeys;
  private readonly usage: UsageKeys;
  private readonly webhooks: WebhookKeys;

  constructor(private readonly store: RedisStore) {
    this.prompts = promptKeys(store);
    this.usage = usageKeys(store);
    this.webhooks = webhookKeys(store);
  }

  add(
    pipeline: ChainableCommander,
    owner: AccountId,
    records: readonly TransferRow[],
    retentionDays: number,
  ): ChainableCommander {
    for (const record of records) this.addOne(pipeline, owner, record, retentionDays);
    const prompts = records.filter((record) => record.kind === 'prompt');
    if (prompts.length > 0) this.indexPrompts(pipeline, owner, prompts);
    const changes = records.filter((record) => record.kind === 'change');
    if (changes.length > 0) addChanges(pipeline, this.store, owner, changes);
    return pipeline;
  }

  private addOne(pipeline: ChainableCommander, owner: AccountId, record: TransferRow, retentionDays: number): void {
    switch (record.kind) {
      case 'account':
        if (record.prompts_revision > 0) pipeline.set(this.prompts.revision(owner), record.prompts_revision);
        break;
      case 'rotation':
        this.addRotation(pipeline, owner, record);
        break;
      case 'protection':
        pipeline.sadd(this.prompts.protected(owner), record.label);
        break;
      case 'webhook':
        this.addWebhook(pipeline, owner, record);
        break;
      case 'prompt':
        this.addPrompt(pipeline, owner, record);
        break;
      case 'version':
        this.addVersion(pipeline, owner, record);
        break;
      case 'move':
        pipeline.zadd(this.prompts.part(owner, record.prompt_id, 'moves'), 0, moveMember(record));
        break;
      case 'include':
        this.addInclude(pipeline, owner, record);
        break;
      case 'label':
        this.addLabel(pipeline, owner, record);
        break;
      case 'call':
      case 'read':
      case 'promptCall':
      case 'caller':
      case 'served':
      case 'refusedCall':
        addUsage(pipeline, this.usage, owner, record, retentionDays);
    }
  }

  private addRotation(pipeline: ChainableCommander, owner: AccountId, record: TransferRowOf<'rotation'>): void {
    const { kind: _, number, ...row } = record;
    const key = accountKeys(this.store).rotations(owner);
    pipeline.eval(PUSH_ROTATION, 1, key, number, `${number} ${JSON.stringify(row)}`);
  }

  private addWebhook(pipeline: ChainableCommander, owner: AccountId, record: TransferRowOf<'webhook'>): void {
    const { kind: _, ...row } = record;
    const fields = fieldsOf({ ...row, account_id: owner });
    pipeline.sadd(this.webhooks.ids(owner), row.id).hset(this.webhooks.webhook(owner, row.id), ...fields);
  }

  private addPrompt(pipeline: ChainableCommander, owner: AccountId, record: TransferRowOf<'prompt'>): void {
    const { kind: _, write_id, ...row } = record;
    const written = write_id === null ? {} : { write_id };
    pipeline.hset(this.prompts.prompt(owner, row.id), { ...row, ...written, account_id: owner });
  }

  /** One command for all prompts, because every pending command takes memory. */
  private indexPrompts(
    pipeline: ChainableCommander,
    owner: AccountId,
    prompts: readonly TransferRowOf<'prompt'>[],
  ): void {
    const byTime = prompts.flatMap(({ id, updated_at }) => [0, `${sortable(updated_at)} ${id}`]);
    pipeline
      .hset(this.prompts.names(owner), ...prompts.flatMap(({ id, name }) => [name, id]))
      .zadd(this.prompts.byName(owner), ...prompts.flatMap(({ id, name }) => [0, `${name} ${id}`]))
      .zadd(this.prompts.byTime(owner), ...byTime);
  }

  private addVersion(pipeline: ChainableCommander, owner: AccountId, record: TransferRowOf<'version'>): void {
    const { prompt_id, version, type, message, hash, restored_from, published_at } = record;
    const row = JSON.stringify({ type, message, hash, restored_from });
    const parts = ['versions', 'published', 'contents'] as const;
    const shared = ['contents', 'settings', 'uses', 'bytes'] as const;
    const keys = [
      ...parts.map((part) => this.prompts.part(owner, prompt_id, part)),
      ...shared.map((part) => this.prompts.shared(owner, part)),
    ];
    const values = [version, row, published_at, ...contentValues(toContentRow(record))];
    pipeline.eval(PUT_VERSION, keys.length, ...keys, ...values);
  }

  private addLabel(pipeline: ChainableCommander, owner: AccountId, record: TransferRowOf<'label'>): void {
    const { prompt_id, label, version, lock } = record;
    pipeline.hset(this.prompts.prompt(owner, prompt_id), `${LABEL_FIELD}${label}`, version);
    if (lock !== null) pipeline.hset(this.prompts.part(owner, prompt_id, 'locks'), label, lock);
  }

  private addInclude(
    pipeline: ChainableCommander,
    owner: AccountId,
    { prompt_id, target }: TransferRowOf<'include'>,
  ): void {
    const [name = '', selector = ''] = target.split('@');
    pipeline
      .sadd(this.prompts.part(owner, prompt_id, 'includes'), `${name} ${selector}`)
      .zadd(this.prompts.includers(owner), 0, `${name} ${selector} ${prompt_id}`);
  }
}

function moveMember({ label, moved_at, version, previous, moved_by, message, release }: TransferRowOf<'move'>): string {
  const channel = `${moved_by}${release ?? ''}`;
  return [label, sortable(moved_at), moved_at, version ?? '-', previous ?? '-', channel, message].join(' ');
}
