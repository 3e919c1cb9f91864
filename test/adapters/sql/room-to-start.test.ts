import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { assertRoomToStart } from '../../../src/adapters/outbound/sql/sqlite/room-to-start.ts';
import { SqliteDatabase } from '../../../src/adapters/outbound/sql/sqlite/sqlite-database.ts';
import { StorageUnavailable } from '../../../src/application/ports/storage/storage-unavailable.ts';
import { createTestFolder } from '../../support/service/test-resources.ts';

const MIB = 2 ** 20;
const withFree = (bytes: number) => () => ({ bsize: 1, blocks: 1000 * MIB, bavail: bytes });

describe('the room that a service on SQLite needs to start', () => {
  const path = async () => join(await createTestFolder(), 'missing/prompthold.db');

  it('is 128 MiB, wherever the folder will be created', async () => {
    const file = await path();

    expect(() => assertRoomToStart(file, withFree(128 * MIB - 1))).toThrow(StorageUnavailable);
    expect(() => assertRoomToStart(file, withFree(128 * MIB))).not.toThrow();
  });

  it('includes what the log and the reserve hold', async () => {
    const file = join(await createTestFolder(), 'prompthold.db');
    await writeFile(`${file}-wal`, Buffer.alloc(MIB));
    await writeFile(`${file}-reserve`, Buffer.alloc(MIB / 2));

    expect(() => assertRoomToStart(file, withFree(126.5 * MIB - 1))).toThrow(StorageUnavailable);
    expect(() => assertRoomToStart(file, withFree(126.5 * MIB))).not.toThrow();
  });

  it('includes the free pages of the database', async () => {
    const file = join(await createTestFolder(), 'prompthold.db');
    const database = SqliteDatabase.open(file);
    await database.migrate();
    const run = (sqlite: string) => database.writeRelaxed({ sqlite, postgres: '' }, {});
    await run('CREATE TABLE large AS SELECT zeroblob(1048576) AS content');
    await run('DROP TABLE large');
    database.close();

    expect(() => assertRoomToStart(file, withFree(127 * MIB))).not.toThrow();
    expect(() => assertRoomToStart(file, withFree(126 * MIB))).toThrow(StorageUnavailable);
  });

  it('is not asked for where a reserve was set aside in time, so that a service can be restarted on a full disk', async () => {
    const file = join(await createTestFolder(), 'prompthold.db');
    await writeFile(`${file}-reserve`, Buffer.alloc(MIB));

    expect(() => assertRoomToStart(file, withFree(0))).not.toThrow();
  });

  it('is not asked for where the file system does not say what is free', async () => {
    const silent = () => {
      throw new Error('EACCES');
    };

    expect(() => assertRoomToStart('/nowhere/prompthold.db', silent)).not.toThrow();
  });
});
