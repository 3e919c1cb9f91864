import {
  type HourRange,
  SEQUENCE_RETENTION_MS,
  type UsageBatch,
  type UsageLog,
  type UsageQuery,
} from '../../../../application/ports/usage-log.ts';
import type { AccountId } from '../../../../domain/accounts/account.ts';
import { invariant } from '../../../../domain/invariant.ts';
import type { PromptId } from '../../../../domain/naming/prompt-name.ts';
import type { CallerCollection } from '../../../../domain/usage/caller-address.ts';
import {
  DAY_MS,
  HOUR_MS,
  type Hour,
  intervalStart,
  lastUseOfKey,
  sumCounts,
  type UsageCount,
  type UsageGrouping,
} from '../../../../domain/usage/usage.ts';
import { toPromptCallRow } from '../../rows/prompt-call-row.ts';
import { scanHash } from '../connection/hash-reply.ts';
import type { RedisStore, Values } from '../connection/redis-store.ts';
import { fieldsOfPrompt, PromptCountSums, parsePromptCallField, promptCallFields } from './prompt-call-fields.ts';
import { callerValues, deleteCallersExcept, listCallers } from './redis-callers.ts';
import { clearCallersExcept, listRefusedCalls, refusedValues } from './redis-refused-calls.ts';
import { LAST_USED, type UsageKeys, usageKeys } from './usage-keys.ts';
import { APPLY_BATCH, ERASE_USAGE } from './usage-scripts.ts';

const CONCURRENT_DAYS = 16;

/** Counts expire by themselves, a whole day at a time, and callers one by one. */
export class RedisUsageLog implements UsageLog {
  private readonly keys: UsageKeys;

  constructor(private readonly store: RedisStore) {
    this.keys = usageKeys(store);
  }

  async apply(batch: UsageBatch) {
    const { accountId, instance, sequence, lastUsedAt, retentionDays, calls, reads, promptCalls } = batch;
    const days = new Map<number, DayFields>();
    for (const { hour, route, statusClass, count } of calls) {
      fieldsOf(days, hour).calls.push(`${hourOfDay(hour)} ${statusClass} ${route}`, count);
    }
    for (const { hour, promptId, version, count } of reads) {
      fieldsOf(days, hour).reads.push(`${hourOfDay(hour)} ${version} ${promptId}`, count);
    }
    for (const count of promptCalls) {
      const fields = promptCallFields(hourOfDay(count.hour), toPromptCallRow(count));
      fieldsOf(days, count.hour).prompts.push(...fields);
    }

    const keptDays = retentionDays + 1;
    const values = [
      instance,
      sequence,
      SEQUENCE_RETENTION_MS,
      lastUsedAt.getTime(),
      dayOf(sequence) - keptDays,
      (keptDays + 1) * DAY_MS,
      retentionDays * DAY_MS,
      days.size,
      ...[...days].flatMap(([day, fields]) => [day, (day + keptDays) * DAY_MS, ...toArguments(fields)]),
      ...callerValues(batch.callers),
      ...refusedValues(batch.refusedCalls),
    ];
    const keys = this.keys.ofScripts(accountId);
    const result = await this.store.unconfirmedScript(APPLY_BATCH, keys, values, 'history');
    invariant(result === 'applied' || result === 'known-already' || result === 'no-account', 'an outcome is known');
    return result;
  }

  async summarize(accountId: AccountId, query: UsageQuery) {
    const { from, to, limit } = query;
    const days = await this.daysIn(accountId, from, to);

    let counts: readonly UsageCount[] = [];
    while (days.length > 0 && counts.length < limit) {
      const some = days.splice(0, CONCURRENT_DAYS).map((day) => this.summarizeDay(accountId, day, query));
      counts = sumCounts([...counts, ...(await Promise.all(some)).flat()]);
    }
    return counts.slice(0, limit);
  }

  async countPrompt(accountId: AccountId, promptId: PromptId, { from, to }: HourRange) {
    const counted = new PromptCountSums();
    const isInRange = (day: number, hour: number): boolean => {
      const at = day * DAY_MS + hour * HOUR_MS;
      return at >= from.getTime() && at < to.getTime();
    };
    const match = fieldsOfPrompt(promptId);
    for (const day of await this.daysIn(accountId, from, to)) {
      for (const [field, count] of await scanHash(this.store, this.keys.reads(accountId, day), match)) {
        const [hour, version] = field.split(' ').map(Number);
        if (isInRange(day, hour ?? 0)) counted.addRead(version ?? 0, Number(count));
      }
      for (const [field, count] of await scanHash(this.store, this.keys.prompts(accountId, day), match)) {
        const parsed = parsePromptCallField(field);
        if (isInRange(day, parsed.hourOfDay)) counted.addCalls(parsed, Number(count));
      }
    }
    return counted.list();
  }

  async lastUsedAt(accountId: AccountId) {
    const key = this.keys.account(accountId);
    const [issued, used] = await this.store.read((client) => client.hmget(key, 'key_issued_at', LAST_USED));
    return issued && used ? lastUseOfKey(new Date(Number(issued)), new Date(Number(used))) : undefined;
  }

  listCallers(accountId: AccountId) {
    return listCallers(this.store, accountId);
  }

  listRefusedCalls(accountId: AccountId) {
    return listRefusedCalls(this.store, accountId);
  }

  async deleteCallersExcept(collection: CallerCollection) {
    await deleteCallersExcept(this.store, collection);
    await clearCallersExcept(this.store, collection);
  }

  async deleteBefore() {
    // Nothing to do: every key has an expiry time, and every batch deletes what is too old.
  }

  /** Deletes the usage of an account that was removed. */
  async erase(accountId: AccountId): Promise<void> {
    await this.store.unconfirmedScript(ERASE_USAGE, this.keys.ofScripts(accountId), []);
  }

  private async daysIn(accountId: AccountId, from: Date, to: Date): Promise<number[]> {
    const [first, last] = [dayOf(from.getTime()), dayOf(to.getTime())];
    const key = this.keys.days(accountId);
    return (await this.store.read((client) => client.zrangebyscore(key, first, last))).map(Number);
  }

  private async summarizeDay(accountId: AccountId, day: number, query: UsageQuery): Promise<UsageCount[]> {
    const { from, to, interval, groupBy } = query;
    const counts: UsageCount[] = [];
    for (const [field, count] of await scanHash(this.store, this.keyOf(groupBy, accountId, day))) {
      const { hour, group } = parseField(field, groupBy);
      if (group === undefined) continue;
      const at = day * DAY_MS + hour * HOUR_MS;
      if (at < from.getTime() || at >= to.getTime()) continue;
      counts.push({ start: intervalStart(interval, at), group, count: Number(count) });
    }
    return sumCounts(counts);
  }

  private keyOf(groupBy: UsageGrouping, accountId: AccountId, day: number): string {
    if (groupBy === 'prompt') return this.keys.reads(accountId, day);
    if (groupBy === 'failedPrompt') return this.keys.prompts(accountId, day);
    return this.keys.calls(accountId, day);
  }
}

/** Fields and their counts in turn. */
interface DayFields {
  readonly calls: (string | number)[];
  readonly reads: (string | number)[];
  readonly prompts: (string | number)[];
}

const dayOf = (ms: number): number => Math.floor(ms / DAY_MS);
const hourOfDay = (hour: Hour): number => (hour - dayOf(hour) * DAY_MS) / HOUR_MS;

function fieldsOf(days: Map<number, DayFields>, hour: Hour): DayFields {
  const fields = days.get(dayOf(hour)) ?? { calls: [], reads: [], prompts: [] };
  days.set(dayOf(hour), fields);
  return fields;
}

const toArguments = ({ calls, reads, prompts }: DayFields): Values =>
  [calls, reads, prompts].flatMap((fields) => [fields.length / 2, ...fields]);

/** The group is undefined for fields that do not count. */
function parseField(
  field: string,
  groupBy: UsageGrouping,
): { readonly hour: number; readonly group: string | undefined } {
  if (groupBy === 'failedPrompt') {
    const { hourOfDay: hour, outcome, promptId } = parsePromptCallField(field);
    return { hour, group: outcome === 'failed' ? promptId : undefined };
  }
  const [, hour, second = '', rest = ''] = /^(\d+) (\S+) (.+)$/.exec(field) ?? [];
  return { hour: Number(hour), group: groupBy === 'status' ? second : rest };
}
