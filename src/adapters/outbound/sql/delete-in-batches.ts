import { setImmediate as otherRequests } from 'node:timers/promises';
import type { Parameters, SqlDatabase, Statement, Write } from './sql-database.ts';

/**
 * Repeats a deletion that deletes and returns a limited number of rows: deleting all of them in one statement could
 * exceed the statement timeout or block every other request. Ends when a lock fails.
 */
export async function deleteInBatches(
  database: SqlDatabase,
  deleteSome: Statement,
  parameters: Parameters,
  ...locks: readonly Write[]
): Promise<void> {
  for (;;) {
    const result = await database.atomically([...locks, { statement: deleteSome, parameters }]);
    if ('rejectedAt' in result || result.rows.flat().length === 0) return;
    await otherRequests();
  }
}
