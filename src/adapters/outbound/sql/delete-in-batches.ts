import { setImmediate as otherRequests } from 'node:timers/promises';
import type { Parameters, SqlDatabase, Statement } from './sql-database.ts';

/**
 * Repeats a deletion that takes some rows at a time and returns them: all of them at once would take longer than a
 * statement may, or keep every other request waiting.
 */
export async function deleteInBatches(
  database: SqlDatabase,
  deleteSome: Statement,
  parameters: Parameters,
): Promise<void> {
  for (;;) {
    const result = await database.atomically([{ statement: deleteSome, parameters }]);
    if ('refusedAt' in result || result.rows.flat().length === 0) return;
    await otherRequests();
  }
}
