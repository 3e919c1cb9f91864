import { join } from 'node:path';
import { setImmediate as nextLoopIteration } from 'node:timers/promises';
import Database from 'better-sqlite3';
import { afterEach, expect, it, onTestFinished, vi } from 'vitest';
import { SqliteDatabase } from '../../../src/adapters/outbound/sql/sqlite/sqlite-database.ts';
import { createTestFolder } from '../../support/service/test-resources.ts';

/** Much longer than a request waits for the lock. */
const LONG_MS = 30_000;

afterEach(() => {
  vi.restoreAllMocks();
});

it('SQLite › waits for another instance that is slowly migrating the schema', async () => {
  const file = join(await createTestFolder(), 'prompthold.db');
  const database = SqliteDatabase.open(file);
  onTestFinished(() => database.close());
  const other = new Database(file);
  onTestFinished(() => void other.close());
  other.exec('BEGIN IMMEDIATE');

  const run = vi.spyOn(Object.getPrototypeOf(other.prepare('SELECT 1')), 'run');
  const attemptsMade = async (count: number) => {
    const enough = run.mock.calls.length + count;
    while (run.mock.calls.length < enough) await nextLoopIteration();
  };
  const migrating = database.migrate().then(
    () => 'migrated',
    () => 'gave up',
  );
  await attemptsMade(1);
  vi.spyOn(performance, 'now').mockReturnValue(performance.now() + LONG_MS);
  await attemptsMade(1);
  other.exec('COMMIT');

  expect(await migrating).toBe('migrated');
});
