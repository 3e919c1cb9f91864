import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { statement } from '../../../src/adapters/outbound/sql/sql-database.ts';
import { SqliteDatabase } from '../../../src/adapters/outbound/sql/sqlite/sqlite-database.ts';
import { createTestFolder } from '../../support/service/test-resources.ts';

const QUERY = statement('SELECT 1 AS one');
/** Far more than fit into a few iterations of the event loop, on any machine. */
const QUERIES_MAX = 3_000_000;

it('SQLite › lets other requests run between queries that follow each other without a pause', async () => {
  const database = SqliteDatabase.open(join(await createTestFolder(), 'prompthold.db'));
  onTestFinished(() => database.close());
  let othersRun = 0;
  const runOther = () => {
    othersRun += 1;
    if (othersRun < 3) setImmediate(runOther);
  };
  setImmediate(runOther);

  for (let count = 0; count < QUERIES_MAX && othersRun < 3; count += 1) await database.first(QUERY, {});

  expect(othersRun).toBe(3);
});
