import { setImmediate as otherRequests } from 'node:timers/promises';
import type { Parameters, SqlDatabase, Statement } from './sql-database.ts';

/**
 * Repeats a deletion that deletes and returns a limited number of rows: deleting all of them in one statement could
 * exceed the statement timeout or block every other request.
 */
export async function deleteInBatches(
  database: SqlDatabase,
  deleteSome: Statement,
  parameters: Parameters,
): Promise<void> {
  for (;;) {
    const result = await database.atomically([{ statement: deleteSome, parameters }]);
    if ('rejectedAt' in result || result.rows.flat().length === 0) return;
    await otherRequests();
  }
}
