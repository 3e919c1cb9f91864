import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { describe, expect, it, onTestFinished } from 'vitest';
import { statement } from '../../../src/adapters/outbound/sql/sql-database.ts';
import { SqliteDatabase } from '../../../src/adapters/outbound/sql/sqlite/sqlite-database.ts';
import { StorageFull } from '../../../src/application/ports/storage/storage-unavailable.ts';
import { createTestFolder } from '../../support/service/test-resources.ts';

const ADD = statement('INSERT INTO sign_in_record (key, record, expires_at) VALUES (:key, :record, 0)');
const ADD_NEW = statement(
  `INSERT INTO sign_in_record (key, record, expires_at) VALUES (:key, :record, 0)
   ON CONFLICT (key) DO NOTHING`,
);
const LIST = statement('SELECT key FROM sign_in_record ORDER BY key');

const add = (key: string, record: string | null = '') => ({ statement: ADD, parameters: { key, record } });
const addNew = (key: string) => ({ statement: ADD_NEW, parameters: { key, record: '' }, rows: 1 });

const WAL_HEADER_BYTES = 32;
const FRAME_HEADER_BYTES = 24;
const PAGE_BYTES = 4096;

/** The last frame of a transaction in the write-ahead log holds the size of the database. */
function countCommits(log: Buffer): number {
  let commits = 0;
  for (let at = WAL_HEADER_BYTES; at < log.length; at += FRAME_HEADER_BYTES + PAGE_BYTES) {
    if (log.readUInt32BE(at + 4) > 0) commits += 1;
  }
  return commits;
}

describe('concurrent transactions on SQLite', () => {
  async function openDatabase() {
    const file = join(await createTestFolder(), 'prompthold.db');
    const database = SqliteDatabase.open(file);
    onTestFinished(() => database.close());
    await database.migrate();
    const keys = async () => (await database.all(LIST, {})).map(({ key }) => key);
    return { file, database, keys };
  }

  it('wait for the disk together', async () => {
    const { file, database, keys } = await openDatabase();
    const commits = async () => countCommits(await readFile(`${file}-wal`));
    const before = await commits();

    await Promise.all(['a', 'b', 'c'].map((key) => database.atomically([add(key)])));

    expect(await keys()).toEqual(['a', 'b', 'c']);
    expect((await commits()) - before).toBe(1);
  });

  it('are applied although one of them is rejected, of which nothing is', async () => {
    const { database, keys } = await openDatabase();

    const results = await Promise.all([
      database.atomically([addNew('a')]),
      database.atomically([addNew('b'), addNew('a'), addNew('c')]),
      database.atomically([addNew('d')]),
    ]);

    expect(results).toEqual([{ rows: [[]] }, { rejectedAt: 1, rejectedRows: [] }, { rows: [[]] }]);
    expect(await keys()).toEqual(['a', 'd']);
  });

  it('are applied although the first of them is rejected', async () => {
    const { database, keys } = await openDatabase();
    await database.atomically([addNew('a')]);

    const results = await Promise.all([
      database.atomically([addNew('b'), addNew('a')]),
      database.atomically([addNew('c')]),
      database.atomically([addNew('d')]),
    ]);

    expect(results).toEqual([{ rejectedAt: 1, rejectedRows: [] }, { rows: [[]] }, { rows: [[]] }]);
    expect(await keys()).toEqual(['a', 'c', 'd']);
  });

  it('are applied however often one of them is rejected', async () => {
    const { file, database, keys } = await openDatabase();
    const commits = async () => countCommits(await readFile(`${file}-wal`));
    await database.atomically([addNew('a')]);

    for (const number of [1, 2, 3]) {
      const before = await commits();
      const results = await Promise.all(
        [`b${number}`, 'a', `c${number}`].map((key) => database.atomically([addNew(key)])),
      );

      expect(results).toEqual([{ rows: [[]] }, { rejectedAt: 0, rejectedRows: [] }, { rows: [[]] }]);
      expect((await commits()) - before).toBe(1);
    }
    expect(await keys()).toEqual(['a', 'b1', 'b2', 'b3', 'c1', 'c2', 'c3']);
  });

  it('are applied although one of them fails, of which nothing is', async () => {
    const { database, keys } = await openDatabase();

    const results = await Promise.allSettled([
      database.atomically([add('a')]),
      database.atomically([add('b'), add('c', null)]),
      database.atomically([add('d')]),
    ]);

    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(await keys()).toEqual(['a', 'd']);
  });

  it('are applied although there is no room for one of them', async () => {
    const { file, keys } = await openDatabase();
    const database = SqliteDatabase.open(file);
    onTestFinished(() => database.close());
    await limitPages(database, file);

    const results = await Promise.allSettled([
      database.atomically([add('a')]),
      database.atomically([{ ...add('b', 'x'.repeat(PAGE_BYTES * 10)), growth: 'content' }]),
      database.atomically([add('c')]),
    ]);

    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(results[1]).toHaveProperty('reason', expect.any(StorageFull));
    expect(await keys()).toEqual(['a', 'c']);
  });

  it('wait for another process that holds the lock, without blocking this one', async () => {
    const { file, database, keys } = await openDatabase();
    const other = new Database(file);
    onTestFinished(() => {
      other.close();
    });
    other.exec('BEGIN IMMEDIATE');

    const writes = Promise.all(['a', 'b'].map((key) => database.atomically([add(key)])));
    await new Promise((resolve) => setImmediate(resolve));
    await new Promise((resolve) => setImmediate(resolve));
    expect(await keys()).toEqual([]);
    other.exec('COMMIT');

    await writes;
    expect(await keys()).toEqual(['a', 'b']);
  });
});

/** Leaves room for a few pages. */
async function limitPages(database: SqliteDatabase, file: string): Promise<void> {
  const other = new Database(file);
  const pages = Number(other.pragma('page_count', { simple: true }));
  other.close();
  await database.all(statement(`PRAGMA max_page_count = ${pages + 5}`), {});
}
