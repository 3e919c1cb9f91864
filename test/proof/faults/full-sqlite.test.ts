import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { SqlAccountRepository } from '../../../src/adapters/outbound/sql/accounts/sql-account-repository.ts';
import { SqlKeyStorage } from '../../../src/adapters/outbound/sql/accounts/sql-key-storage.ts';
import { SqlPromptWriter } from '../../../src/adapters/outbound/sql/prompts/sql-prompt-writer.ts';
import { SqliteDatabase } from '../../../src/adapters/outbound/sql/sqlite/sqlite-database.ts';
import type { Account } from '../../../src/domain/accounts/account.ts';
import { DEFAULT_QUOTAS } from '../../../src/domain/prompts/quotas.ts';
import { aCreation, aDraftOfBytes } from '../../support/builders/a-prompt.ts';
import { anAccount, aRotation } from '../../support/builders/an-account.ts';
import { Installation } from '../../support/service/installation.ts';
import { runFailingStart } from '../../support/service/test-resources.ts';
import { SmallFileSystem } from '../../support/storage/small-file-system.ts';

const MIB = 2 ** 20;

describe('SQLite on a file system without a free byte', () => {
  let files: SmallFileSystem;
  let file: string;
  let database: SqliteDatabase;
  let account: Account;

  beforeEach(async () => {
    files = await SmallFileSystem.mount(64);
    file = join(files.folder, 'prompthold.db');
    database = SqliteDatabase.open(file);
    await database.migrate();
    account = anAccount();
    await new SqlAccountRepository(database).add(account);
    await database.reserveSpace();
  });
  afterEach(async () => {
    database.close();
    await files.dispose();
  });

  const sizeOf = async (name: string) => (await stat(`${file}${name}`)).size;

  /** After each of them, another program takes every byte that is free. */
  async function reset(times: number): Promise<void> {
    const keys = new SqlKeyStorage(database);
    for (let n = 0; n < times; n += 1) {
      files.fill();
      const rotation = aRotation(account);
      expect(await keys.apply(rotation), `reset ${n + 1}`).toBe('applied');
      account = account.withKey(rotation.issued);
    }
  }

  async function writePrompts(mebibytes: number): Promise<void> {
    const writer = new SqlPromptWriter(database, DEFAULT_QUOTAS);
    for (let n = 0; n < mebibytes; n += 1) {
      const draft = aDraftOfBytes(MIB, String.fromCharCode(97 + n));
      expect(await writer.create(aCreation(account.id, { draft }))).toMatchObject({ kind: 'created' });
    }
  }

  it('resets keys a thousand times, and has most of its reserve left', async () => {
    await reset(1000);

    expect(await sizeOf('-reserve')).toBeGreaterThan(4 * MIB);
  });

  it('resets keys a hundred times when content was written just before and is in the log only', async () => {
    await writePrompts(4);
    expect(await sizeOf('-wal')).toBeGreaterThan(4 * MIB);

    await reset(100);
  });

  it('resets keys fifty times while a backup reads, which needs all of the log', async () => {
    const snapshot = await database.snapshot();
    try {
      await reset(50);
    } finally {
      await snapshot.close();
    }
  });

  it('resets keys after it was closed and opened again, a dozen times', async () => {
    for (let n = 0; n < 12; n += 1) {
      database.close();
      files.fill();
      database = SqliteDatabase.open(file);
      await database.migrate();
      await reset(2);
    }
  });

  it('renews its reserve as soon as there is room, and resets keys as long again', async () => {
    await reset(200);
    const left = await sizeOf('-reserve');
    expect(left).toBeLessThan(8 * MIB);
    await database.reserveSpace();
    expect(await sizeOf('-reserve')).toBe(left);

    files.free();
    await database.reserveSpace();

    expect(await sizeOf('-reserve')).toBe(8 * MIB);
    await reset(200);
  });

  it('gives the space of the log back when nothing is written, but keeps it while the disk is nearly full', async () => {
    await writePrompts(2);
    files.fill();
    await reset(1);
    await database.reserveSpace();
    await database.reserveSpace();
    expect(await sizeOf('-wal')).toBeGreaterThan(2 * MIB);
    expect((await database.ping()).isNearlyFull).toBe(true);

    files.free();
    await expect.poll(async () => (await database.ping()).isNearlyFull).toBe(false);
    await database.reserveSpace();
    await database.reserveSpace();

    expect(await sizeOf('-wal')).toBe(0);
  });

  it('limits the log after a reader that needed all of it has ended', async () => {
    const snapshot = await database.snapshot();
    await writePrompts(18);
    expect(await sizeOf('-wal')).toBeGreaterThan(17 * MIB);
    await snapshot.close();
    await writePrompts(2);

    expect(await sizeOf('-wal')).toBeLessThanOrEqual(16 * MIB);
  });
});

describe('a service on a SQLite file system that is too small', () => {
  it.each(['1', '2'])('does not start %s processes, says why, and creates nothing', async (workers) => {
    const files = await SmallFileSystem.mount(100);
    onTestFinished(() => files.dispose());
    const storage = `sqlite:${join(files.folder, 'prompthold.db')}`;
    const settings = { PROMPTHOLD_STORAGE_URL: storage, PROMPTHOLD_HTTP_WORKERS: workers };

    const { code, messages } = await runFailingStart({ settings });

    expect(code).toBe(69);
    expect(messages).toContain(
      `SQLite has too little room for ${files.folder}/prompthold.db (100 MiB are free in all, and a service needs 128 MiB to start). ` +
        `Free some space on the file system of ${files.folder}, or move the database to a larger one`,
    );
    expect(await readdir(files.folder)).toEqual([]);
  });

  it('is open to commands when it is full: they reset keys, back up and delete accounts', async () => {
    const files = await SmallFileSystem.mount(48);
    onTestFinished(() => files.dispose());
    const file = join(files.folder, 'prompthold.db');
    const installation = await Installation.on(`sqlite:${file}`);
    onTestFinished(() => installation.dispose());
    const { email } = await installation.openAccount('correct horse battery staple');
    const database = SqliteDatabase.open(file);
    await database.reserveSpace();
    database.close();
    const run = (...args: string[]) => {
      files.fill();
      return installation.cli(args);
    };

    for (let n = 0; n < 10; n += 1) expect(await run('key', 'rotate', email)).toMatchObject({ code: 0 });
    expect(await run('backup', join(installation.folder, 'all.jsonl.gz'))).toMatchObject({ code: 0 });
    expect(await run('account', 'delete', email, '--yes')).toMatchObject({ code: 0 });
  });
});
