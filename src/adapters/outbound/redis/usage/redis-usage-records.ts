import type { AccountId } from '../../../../domain/accounts/account.ts';
import { DAY_MS } from '../../../../domain/usage/usage.ts';
import { type TransferRow, type TransferRowOf, toTransferRow } from '../../rows/transfer-row.ts';
import type { RedisStore } from '../connection/redis-store.ts';
import { readCallers } from './redis-callers.ts';
import { usageKeys } from './usage-keys.ts';

const HOUR_MS = DAY_MS / 24;
const SCAN_FIELDS = 1000;

/** The hour of the day, then what is counted; see usage-keys.ts. */
const FIELD = /^(\d+) (\S+) (.+)$/;

/** Calls by hour, then reads by hour, then callers. A day is sorted in memory. */
export async function* readUsage(store: RedisStore, owner: AccountId): AsyncIterable<TransferRow> {
  const keys = usageKeys(store);
  const days = (await store.read((client) => client.zrangebyscore(keys.days(owner), '-inf', '+inf'))).map(Number);
  for (const day of days) yield* (await readDay(store, keys.calls(owner, day), day, toCall)).sort(byFields);
  for (const day of days) yield* (await readDay(store, keys.reads(owner, day), day, toRead)).sort(byFields);
  const { callers } = await readCallers(store, owner);
  yield* callers.map(({ row }) => toTransferRow('caller', row)).sort(byFields);
  yield* callers.flatMap(({ served }) => served.map((row) => toTransferRow('served', row))).sort(byFields);
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

/** Scans in batches, so as not to block Redis. A scan may return a field twice, hence the map. */
async function readDay<Kind extends 'call' | 'read'>(
  store: RedisStore,
  key: string,
  day: number,
  toRecord: ToRecord<Kind>,
): Promise<TransferRowOf<Kind>[]> {
  const found = new Map<string, TransferRowOf<Kind>>();
  let cursor = '0';
  do {
    const at = cursor;
    const [next, page] = await store.read((client) => client.hscan(key, at, 'COUNT', SCAN_FIELDS));
    for (let index = 0; index < page.length; index += 2) {
      const [field = '', hour, one = '', other = ''] = FIELD.exec(page[index] ?? '') ?? [];
      found.set(field, toRecord(day * DAY_MS + Number(hour) * HOUR_MS, one, other, page[index + 1] ?? ''));
    }
    cursor = next;
  } while (cursor !== '0');
  return [...found.values()];
}

/** The fields that identify a record come first, in sort order. */
function byFields<Row extends TransferRow>(one: Row, other: Row): number {
  const [mine, theirs] = [Object.values(one), Object.values(other)];
  const index = mine.findIndex((value, place) => value !== theirs[place]);
  const [left, right] = [mine[index] ?? '', theirs[index] ?? ''];
  return left < right ? -1 : 1;
}
