import type { ChainableCommander } from 'ioredis';
import type { AccountId } from '../../../../domain/accounts/account.ts';
import { DAY_MS, HOUR_MS } from '../../../../domain/usage/usage.ts';
import { fromRefusedCallRow } from '../../rows/refused-call-row.ts';
import type { TransferRowOf } from '../../rows/transfer-row.ts';
import { promptCallFields } from './prompt-call-fields.ts';
import { labelField } from './redis-callers.ts';
import { refusedMember } from './redis-refused-calls.ts';
import type { UsageKeys } from './usage-keys.ts';

type CountRecord = TransferRowOf<'call' | 'read' | 'promptCall'>;
type UsageRecord = CountRecord | TransferRowOf<'caller' | 'served' | 'refusedCall'>;

/** Turns a record of a transfer into commands on the keys of its account. */
export function addUsage(
  pipeline: ChainableCommander,
  keys: UsageKeys,
  owner: AccountId,
  record: UsageRecord,
  retentionDays: number,
): void {
  switch (record.kind) {
    case 'call':
    case 'read':
    case 'promptCall':
      addCounts(pipeline, keys, owner, record, retentionDays);
      break;
    case 'caller':
      addCaller(pipeline, keys, owner, record, retentionDays);
      break;
    case 'served': {
      const { caller_id, prompt_id, label, version, at } = record;
      pipeline.hset(keys.caller(owner, caller_id), labelField(prompt_id, label), `${version ?? ''} ${at}`);
      break;
    }
    case 'refusedCall': {
      const call = fromRefusedCallRow(record);
      pipeline
        .zadd(keys.refused(owner), record.at, refusedMember(call))
        .pexpire(keys.refused(owner), (retentionDays + 2) * DAY_MS);
    }
  }
}

function addCounts(
  pipeline: ChainableCommander,
  keys: UsageKeys,
  owner: AccountId,
  record: CountRecord,
  retentionDays: number,
): void {
  const day = Math.floor(record.hour / DAY_MS);
  const { key, fields } = countsOf(keys, owner, record, day);
  // Counts that are already too old must still exist when the copy is read back and compared.
  const expiresAt = Math.max((day + retentionDays + 1) * DAY_MS, Date.now() + DAY_MS);
  pipeline
    .hset(key, ...fields)
    .pexpireat(key, expiresAt)
    .zadd(keys.days(owner), day, day)
    .pexpire(keys.days(owner), (retentionDays + 2) * DAY_MS);
}

/** Fields and their counts in turn. */
function countsOf(keys: UsageKeys, owner: AccountId, record: CountRecord, day: number) {
  const hour = (record.hour - day * DAY_MS) / HOUR_MS;
  switch (record.kind) {
    case 'call':
      return {
        key: keys.calls(owner, day),
        fields: [`${hour} ${record.status_class} ${record.route}`, record.count],
      };
    case 'read':
      return { key: keys.reads(owner, day), fields: [`${hour} ${record.version} ${record.prompt_id}`, record.count] };
    case 'promptCall':
      return { key: keys.prompts(owner, day), fields: promptCallFields(hour, record) };
  }
}

function addCaller(
  pipeline: ChainableCommander,
  keys: UsageKeys,
  owner: AccountId,
  { kind: _, caller_id, ...row }: TransferRowOf<'caller'>,
  retentionDays: number,
): void {
  const key = keys.caller(owner, caller_id);
  // Like counts, callers that are already too old must still exist when the copy is compared.
  const expiresAt = Math.max(row.last_seen + retentionDays * DAY_MS, Date.now() + DAY_MS);
  pipeline
    .hset(key, row)
    .pexpireat(key, expiresAt)
    .zadd(keys.callers(owner), row.last_seen, caller_id)
    .pexpire(keys.callers(owner), (retentionDays + 2) * DAY_MS);
}
