import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { statement } from '../../../src/adapters/outbound/sql/sql-database.ts';
import { SqliteDatabase } from '../../../src/adapters/outbound/sql/sqlite/sqlite-database.ts';
import { createTestFolder } from '../../support/service/test-resources.ts';

const QUESTION = statement('SELECT 1 AS answer');
/** Many times more than fit into a few turns, on any machine. */
const QUESTIONS_MAX = 3_000_000;

it('lets others run while one asks SQLite again and again', async () => {
  const database = SqliteDatabase.open(join(await createTestFolder(), 'prompthold.db'));
  onTestFinished(() => database.close());
  let turnsOfOthers = 0;
  const lockAccount = () => {
    turnsOfOthers += 1;
    if (turnsOfOthers < 3) setImmediate(lockAccount);
  };
  setImmediate(lockAccount);

  for (let asked = 0; asked < QUESTIONS_MAX && turnsOfOthers < 3; asked += 1) await database.first(QUESTION, {});

  expect(turnsOfOthers).toBe(3);
});
