import { join } from 'node:path';
import { setImmediate as soon } from 'node:timers/promises';
import Database from 'better-sqlite3';
import { afterEach, expect, it, onTestFinished, vi } from 'vitest';
import { SqliteDatabase } from '../../../src/adapters/outbound/sql/sqlite/sqlite-database.ts';
import { createTestFolder } from '../../support/service/test-resources.ts';

/** Much more than a request waits for the lock. */
const LONG_MS = 30_000;

afterEach(() => {
  vi.restoreAllMocks();
});

it('waits for another instance that is slow to bring the schema of SQLite up to date', async () => {
  const file = join(await createTestFolder(), 'prompthold.db');
  const database = SqliteDatabase.open(file);
  onTestFinished(() => database.close());
  const other = new Database(file);
  onTestFinished(() => void other.close());
  other.exec('BEGIN IMMEDIATE');

  const run = vi.spyOn(Object.getPrototypeOf(other.prepare('SELECT 1')), 'run');
  const attempts = async (count: number) => {
    const enough = run.mock.calls.length + count;
    while (run.mock.calls.length < enough) await soon();
  };
  const migrating = database.migrate().then(
    () => 'migrated',
    () => 'given up',
  );
  await attempts(1);
  vi.spyOn(performance, 'now').mockReturnValue(performance.now() + LONG_MS);
  await attempts(1);
  other.exec('COMMIT');

  expect(await migrating).toBe('migrated');
});
