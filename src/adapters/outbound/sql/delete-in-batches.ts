import { setImmediate as otherRequests } from 'node:timers/promises';
import { type Parameters, type SqlDatabase, type Statement, statement, type Write } from './sql-database.ts';

interface Batch {
  readonly limit?: number;
  /** Skips rows that another transaction is writing. SQLite has no such rows. */
  readonly skipsLocked?: boolean;
}

/** Changes a limited number of the rows that meet the condition, and returns their keys. */
export function changeSome(
  change: string,
  table: string,
  key: string,
  condition: string,
  { limit = 500, skipsLocked = false }: Batch = {},
): Statement {
  const text = (lock: string): string =>
    `${change} WHERE (${key}) IN (SELECT ${key} FROM ${table} WHERE ${condition} LIMIT ${limit} ${lock}) RETURNING ${key}`;
  return statement({ sqlite: text(''), postgres: text(skipsLocked ? 'FOR UPDATE SKIP LOCKED' : '') });
}

export const deleteSome = (table: string, key: string, condition: string, batch?: Batch): Statement =>
  changeSome(`DELETE FROM ${table}`, table, key, condition, batch);

/** Deletes the rows of an account that come after so many others. SQLite has no OFFSET without a LIMIT. */
export function deleteBeyond(count: number, table: string, key: string, order: string): Statement {
  const text = (limit: string): string =>
    `DELETE FROM ${table} WHERE account_id = :account_id AND ${key} IN
       (SELECT ${key} FROM ${table} WHERE account_id = :account_id ORDER BY ${order} ${limit} OFFSET ${count})`;
  return statement({ sqlite: text('LIMIT -1'), postgres: text('') });
}

/**
 * Repeats a deletion that deletes and returns a limited number of rows: deleting all of them in one statement could
 * exceed the statement timeout or block every other request. Ends when a lock fails.
 */
export async function deleteInBatches(
  database: SqlDatabase,
  deletion: Statement,
  parameters: Parameters,
  ...locks: readonly Write[]
): Promise<void> {
  for (;;) {
    const result = await database.atomically([...locks, { statement: deletion, parameters }]);
    if ('rejectedAt' in result || result.rows.flat().length === 0) return;
    await otherRequests();
  }
}
