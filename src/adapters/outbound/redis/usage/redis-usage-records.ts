import type { AccountId } from '../../../../domain/accounts/account.ts';
import { DAY_MS, HOUR_MS } from '../../../../domain/usage/usage.ts';
import { toRefusedCallRow } from '../../rows/refused-call-row.ts';
import { type TransferRow, type TransferRowOf, toTransferRow } from '../../rows/transfer-row.ts';
import { scanHash } from '../connection/hash-reply.ts';
import type { RedisStore } from '../connection/redis-store.ts';
import { parsePromptCallField } from './prompt-call-fields.ts';
import { readCallers } from './redis-callers.ts';
import { listRefusedCalls } from './redis-refused-calls.ts';
import { usageKeys } from './usage-keys.ts';

/** The hour of the day, then what is counted; see usage-keys.ts. */
const FIELD = /^(\d+) (\S+) (.+)$/;

/** Calls, reads and calls of prompts by hour, then callers, then refused calls. A day is sorted in memory. */
export async function* readUsage(store: RedisStore, owner: AccountId): AsyncIterable<TransferRow> {
  const keys = usageKeys(store);
  const days = (await store.read((client) => client.zrangebyscore(keys.days(owner), '-inf', '+inf'))).map(Number);
  for (const day of days) yield* (await readDay(store, keys.calls(owner, day), day, toCall)).sort(byFields);
  for (const day of days) yield* (await readDay(store, keys.reads(owner, day), day, toRead)).sort(byFields);
  for (const day of days) yield* (await readPromptCalls(store, keys.prompts(owner, day), day)).sort(byFields);
  const { callers } = await readCallers(store, owner);
  yield* callers.map(({ row }) => toTransferRow('caller', row)).sort(byFields);
  yield* callers.flatMap(({ served }) => served.map((row) => toTransferRow('served', row))).sort(byFields);
  const refused = await listRefusedCalls(store, owner);
  yield* refused.map((call) => toTransferRow('refusedCall', { ...toRefusedCallRow(call) })).sort(byFields);
}

type ToRecord<Kind extends 'call' | 'read'> = (
  hour: number,
  one: string,
  other: string,
  count: string,
) => TransferRowOf<Kind>;

const toCall: ToRecord<'call'> = (hour, status_class, route, count) =>
  toTransferRow('call', { hour, route, status_class, count });
const toRead: ToRecord<'read'> = (hour, version, prompt_id, count) =>
  toTransferRow('read', { hour, prompt_id, version, count });

async function readDay<Kind extends 'call' | 'read'>(
  store: RedisStore,
  key: string,
  day: number,
  toRecord: ToRecord<Kind>,
): Promise<TransferRowOf<Kind>[]> {
  return [...(await scanHash(store, key))].map(([field, count]) => {
    const [, hour, one = '', other = ''] = FIELD.exec(field) ?? [];
    return toRecord(day * DAY_MS + Number(hour) * HOUR_MS, one, other, count);
  });
}

/** The served and the failed calls are two fields of one record. */
async function readPromptCalls(store: RedisStore, key: string, day: number): Promise<TransferRowOf<'promptCall'>[]> {
  const rows = new Map<string, TransferRowOf<'promptCall'>>();
  for (const [field, count] of await scanHash(store, key)) {
    const { hourOfDay, outcome, version, label, promptId: prompt_id } = parsePromptCallField(field);
    const hour = day * DAY_MS + hourOfDay * HOUR_MS;
    const id = [hour, version, label, prompt_id].join(' ');
    const known = rows.get(id) ?? { hour, prompt_id, version, label, served: 0, failed: 0 };
    rows.set(id, toTransferRow('promptCall', { ...known, [outcome]: count }));
  }
  return [...rows.values()];
}

/** The fields that identify a record come first, in sort order. */
function byFields<Row extends TransferRow>(one: Row, other: Row): number {
  const [mine, theirs] = [Object.values(one), Object.values(other)];
  const index = mine.findIndex((value, at) => value !== theirs[at]);
  const [left, right] = [mine[index] ?? '', theirs[index] ?? ''];
  return left < right ? -1 : 1;
}
