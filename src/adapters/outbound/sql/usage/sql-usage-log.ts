import type {
  HourRange,
  UsageBatch,
  UsageCutoffs,
  UsageLog,
  UsageQuery,
} from '../../../../application/ports/usage-log.ts';
import type { AccountId } from '../../../../domain/accounts/account.ts';
import type { PromptId } from '../../../../domain/naming/prompt-name.ts';
import type { CallerCollection } from '../../../../domain/usage/caller-address.ts';
import { intervalMs, type UsageCount, type UsageGrouping } from '../../../../domain/usage/usage.ts';
import { deleteInBatches, deleteSome } from '../delete-in-batches.ts';
import { columnsOf, insertRows, OF_ACCOUNT } from '../insert-rows.ts';
import { type Row, type SqlDatabase, type Statement, statement } from '../sql-database.ts';
import { callerWrites, DELETE_CALLERS_EXCEPT, DELETE_OLD_CALLERS, listCallers } from './sql-callers.ts';
import { countPrompt, promptCallWrites } from './sql-prompt-calls.ts';
import {
  CLEAR_CALLERS_EXCEPT,
  DELETE_OLD_REFUSED_CALLS,
  listRefusedCalls,
  refusedCallWrites,
} from './sql-refused-calls.ts';

const lastUse = (account: string): string =>
  `INSERT INTO key_use (account_id, last_used_at) SELECT id, :last_used_at FROM ${account}
   ON CONFLICT (account_id) DO UPDATE SET last_used_at =
     CASE WHEN excluded.last_used_at > key_use.last_used_at THEN excluded.last_used_at ELSE key_use.last_used_at END`;

/**
 * Affects no row if the account does not exist. Writing this row locks the account's counters for the transaction, so
 * that two batches cannot deadlock. In Postgres it also keeps the account from being removed concurrently.
 */
const ADVANCE_LAST_USE = statement({
  sqlite: lastUse('account WHERE id = :account_id'),
  postgres: lastUse('(SELECT id FROM account WHERE id = :account_id FOR KEY SHARE) AS present'),
});
/** Affects no row if this batch or a later one of the instance was already applied. */
const RECORD_BATCH = statement(
  `INSERT INTO usage_batch (account_id, instance, sequence) VALUES (:account_id, :instance, :sequence)
   ON CONFLICT (account_id, instance) DO UPDATE SET sequence = excluded.sequence
   WHERE usage_batch.sequence < excluded.sequence`,
);
const ADD_CALLS = insertRows(
  'usage_call',
  OF_ACCOUNT,
  columnsOf('call'),
  'ON CONFLICT (account_id, hour, route, status_class) DO UPDATE SET count = usage_call.count + excluded.count',
);
const ADD_READS = insertRows(
  'usage_read',
  OF_ACCOUNT,
  columnsOf('read'),
  'ON CONFLICT (account_id, hour, prompt_id, version) DO UPDATE SET count = usage_read.count + excluded.count',
);

const summary = (table: string, group: string, count = 'count'): Statement =>
  statement(
    `SELECT hour - hour % :interval AS start_ms, ${group} AS group_name, CAST(SUM(${count}) AS BIGINT) AS total
     FROM ${table} WHERE account_id = :account_id AND hour >= :from_ms AND hour < :to_ms AND ${count} > 0
     GROUP BY start_ms, group_name LIMIT :limit`,
  );
const SUMMARIES: Readonly<Record<UsageGrouping, Statement>> = {
  status: summary('usage_call', 'status_class'),
  route: summary('usage_call', 'route'),
  prompt: summary('usage_read', 'prompt_id'),
  failedPrompt: summary('usage_prompt', 'prompt_id', 'failed'),
};

const LAST_USE = statement(
  `SELECT last_used_at FROM account JOIN key_use ON account_id = id
   WHERE id = :account_id AND last_used_at > key_issued_at`,
);

/** Deletions of counts, one for each table. */
export const deleteCounts = (condition: string): readonly Statement[] => [
  deleteSome('usage_call', 'account_id, hour, route, status_class', condition),
  deleteSome('usage_read', 'account_id, hour, prompt_id, version', condition),
  deleteSome('usage_prompt', 'account_id, hour, prompt_id, version, label', condition),
];
const DELETE_OLD_COUNTS = deleteCounts('hour < :before');
const DELETE_OLD_BATCHES = deleteSome('usage_batch', 'account_id, instance', 'sequence < :before');

export class SqlUsageLog implements UsageLog {
  constructor(private readonly database: SqlDatabase) {}

  async apply(batch: UsageBatch) {
    const { accountId: account_id, instance, sequence, lastUsedAt } = batch;
    const calls = batch.calls.map(({ hour, route, statusClass, count }) => [hour, route, statusClass, count]);
    const reads = batch.reads.map(({ hour, promptId, version, count }) => [hour, promptId, version, count]);
    const add = (to: Statement, rows: readonly unknown[]) =>
      rows.length > 0
        ? [{ statement: to, parameters: { account_id, rows: JSON.stringify(rows) }, growth: 'history' } as const]
        : [];

    const result = await this.database.atomically([
      { statement: ADVANCE_LAST_USE, parameters: { account_id, last_used_at: lastUsedAt.getTime() }, rows: 1 },
      { statement: RECORD_BATCH, parameters: { account_id, instance, sequence }, rows: 1 },
      ...add(ADD_CALLS, calls),
      ...add(ADD_READS, reads),
      ...promptCallWrites(batch),
      ...callerWrites(batch),
      ...refusedCallWrites(batch),
    ]);
    if (!('rejectedAt' in result)) return 'applied';
    return result.rejectedAt === 0 ? 'no-account' : 'known-already';
  }

  async summarize(accountId: AccountId, { from, to, interval, groupBy, limit }: UsageQuery) {
    const rows = await this.database.all(SUMMARIES[groupBy], {
      account_id: accountId,
      interval: intervalMs(interval),
      from_ms: from.getTime(),
      to_ms: to.getTime(),
      limit,
    });
    return rows.map(toCount);
  }

  countPrompt(accountId: AccountId, promptId: PromptId, hours: HourRange) {
    return countPrompt(this.database, accountId, promptId, hours);
  }

  async lastUsedAt(accountId: AccountId) {
    const row = await this.database.first(LAST_USE, { account_id: accountId });
    return row && new Date(Number(row['last_used_at']));
  }

  listCallers(accountId: AccountId) {
    return listCallers(this.database, accountId);
  }

  listRefusedCalls(accountId: AccountId) {
    return listRefusedCalls(this.database, accountId);
  }

  async deleteCallersExcept(collection: CallerCollection) {
    await deleteInBatches(this.database, DELETE_CALLERS_EXCEPT[collection], {});
    await deleteInBatches(this.database, CLEAR_CALLERS_EXCEPT[collection], {});
  }

  async deleteBefore({ hours, callers, sequences }: UsageCutoffs) {
    for (const deleteOld of DELETE_OLD_COUNTS) {
      await deleteInBatches(this.database, deleteOld, { before: hours.getTime() });
    }
    await deleteInBatches(this.database, DELETE_OLD_CALLERS, { before: callers.getTime() });
    await deleteInBatches(this.database, DELETE_OLD_REFUSED_CALLS, { before: callers.getTime() });
    await deleteInBatches(this.database, DELETE_OLD_BATCHES, { before: sequences.getTime() });
  }
}

const toCount = (row: Row): UsageCount => ({
  start: new Date(Number(row['start_ms'])),
  group: String(row['group_name']),
  count: Number(row['total']),
});
