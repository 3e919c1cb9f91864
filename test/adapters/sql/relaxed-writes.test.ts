import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { statement } from '../../../src/adapters/outbound/sql/sql-database.ts';
import { SqliteDatabase } from '../../../src/adapters/outbound/sql/sqlite/sqlite-database.ts';
import { createTestFolder } from '../../support/service/test-resources.ts';

const COUNT = statement(
  `INSERT INTO sign_in_attempt (key, points) VALUES (:key, 1)
   ON CONFLICT (key) DO UPDATE SET points = sign_in_attempt.points + 1 RETURNING points`,
);
const READ = statement('SELECT points FROM sign_in_attempt WHERE key = :key');
const DELETE = statement('DELETE FROM sign_in_attempt WHERE key = :key');

describe('a relaxed write to SQLite', () => {
  afterEach(() => {
    vi.restoreAllMocks();
  });

  async function twoConnections() {
    const file = join(await createTestFolder(), 'prompthold.db');
    const open = () => {
      const database = SqliteDatabase.open(file);
      onTestFinished(() => database.close());
      return database;
    };
    const here = open();
    await here.migrate();
    return { here, there: open() };
  }

  it('is immediately visible to every connection', async () => {
    const { here, there } = await twoConnections();
    const parameters = { key: 'a' };

    expect(await here.writeRelaxed(COUNT, parameters)).toEqual([{ points: 1 }]);
    expect(await there.first(READ, parameters)).toEqual({ points: 1 });
    expect(await there.writeRelaxed(COUNT, parameters)).toEqual([{ points: 2 }]);
    expect(await here.first(READ, parameters)).toEqual({ points: 2 });
  });

  it('does not wait for the disk, unlike every other write', async () => {
    const { here } = await twoConnections();
    const synchronous: unknown[] = [];
    const prepare = Database.prototype.prepare;
    vi.spyOn(Database.prototype, 'prepare').mockImplementation(function (this: Database.Database, text: string) {
      synchronous.push(this.pragma('synchronous', { simple: true }));
      return prepare.call(this, text);
    });
    const parameters = { key: 'a' };

    await here.writeRelaxed(COUNT, parameters);
    await here.atomically([{ statement: DELETE, parameters }]);

    expect(synchronous).toEqual([1, 2]);
  });
});
