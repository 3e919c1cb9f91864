import { stat, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { describe, expect, it, onTestFinished } from 'vitest';
import { SqlAccountRepository } from '../../../src/adapters/outbound/sql/accounts/sql-account-repository.ts';
import { SqlKeyStorage } from '../../../src/adapters/outbound/sql/accounts/sql-key-storage.ts';
import { SqlPromptArchive } from '../../../src/adapters/outbound/sql/prompts/sql-prompt-archive.ts';
import { SqlPromptWriter } from '../../../src/adapters/outbound/sql/prompts/sql-prompt-writer.ts';
import { SqliteDatabase } from '../../../src/adapters/outbound/sql/sqlite/sqlite-database.ts';
import { SqliteSpace } from '../../../src/adapters/outbound/sql/sqlite/sqlite-space.ts';
import { StorageFull } from '../../../src/application/ports/storage/storage-unavailable.ts';
import { invariant } from '../../../src/domain/invariant.ts';
import { DEFAULT_QUOTAS } from '../../../src/domain/prompts/quotas.ts';
import {
  aCreation,
  aDraft,
  aRemoval,
  aRestoredPrompt,
  aRevision,
  PRODUCTION,
} from '../../support/builders/a-prompt.ts';
import { anAccount, aRotation } from '../../support/builders/an-account.ts';
import { createTestFolder } from '../../support/service/test-resources.ts';

const MIB = 2 ** 20;
const STEP_MIB = 1 / 16;
const plenty = { bsize: 1, blocks: 1000 * MIB, bavail: 500 * MIB };
const nearlyFull = { ...plenty, bavail: 10 * MIB };
const full = { ...plenty, bavail: MIB };

const outOfSpace = () => new Database.SqliteError('database or disk is full', 'SQLITE_FULL');

/** The reserve of a new database, filled up. */
async function aFilledReserve() {
  const file = join(await createTestFolder(), 'prompthold.db');
  const space = new SqliteSpace(file, () => plenty);
  await space.fillReserve();
  const reserved = async () => (await stat(`${file}-reserve`)).size / MIB;
  return { file, space, reserved };
}

describe('the reserve of a SQLite database', () => {
  it('is filled up while there is room, also where content is rejected already', async () => {
    const { file, reserved } = await aFilledReserve();
    expect(await reserved()).toBe(8);

    await truncate(`${file}-reserve`, MIB);
    await new SqliteSpace(file, () => full).fillReserve();
    expect(await reserved()).toBe(1);

    await new SqliteSpace(file, () => nearlyFull).fillReserve();
    expect(await reserved()).toBe(8);
  });

  it('is accessible to its owner only', async () => {
    const { file } = await aFilledReserve();

    expect((await stat(`${file}-reserve`)).mode & 0o777).toBe(0o600);
  });

  it('is released step by step until a write succeeds', async () => {
    const { space, reserved } = await aFilledReserve();
    let attempts = 0;
    const write = () => {
      attempts += 1;
      if (attempts < 3) throw outOfSpace();
      return 'written';
    };

    expect(space.withReserve(undefined, write)).toBe('written');
    expect(await reserved()).toBe(8 - 2 * STEP_MIB);
    expect(space.isNearlyFull()).toBe(true);
  });

  it('is not released when the log can be used again from its start', async () => {
    const { space, reserved } = await aFilledReserve();
    let hasRoom = false;
    const write = () => {
      if (!hasRoom) throw outOfSpace();
      return 'written';
    };
    const reuseLog = () => {
      hasRoom = true;
      return true;
    };

    expect(space.withReserve(undefined, write, reuseLog)).toBe('written');
    expect(await reserved()).toBe(8);
  });

  it('is released for what has to be copied out of the log before that can be used again', async () => {
    const { space, reserved } = await aFilledReserve();
    let copies = 0;
    const reuseLog = () => {
      copies += 1;
      if (copies < 3) throw outOfSpace();
      return true;
    };
    const write = () => {
      if (copies < 3) throw outOfSpace();
      return 'written';
    };

    expect(space.withReserve(undefined, write, reuseLog)).toBe('written');
    expect(await reserved()).toBeGreaterThanOrEqual(8 - 2 * STEP_MIB);
  });

  it('is used up to the half by history and not at all by content', async () => {
    const { space, reserved } = await aFilledReserve();
    const fail = () => {
      throw outOfSpace();
    };

    expect(() => space.withReserve('content', fail)).toThrow('full');
    expect(await reserved()).toBe(8);
    expect(() => space.withReserve('history', fail)).toThrow('full');
    expect(await reserved()).toBe(4);
    expect(() => space.withReserve(undefined, fail)).toThrow('full');
    expect(await reserved()).toBe(0);
  });

  it('is not released for other errors', async () => {
    const { space, reserved } = await aFilledReserve();

    const fail = () => {
      throw new Database.SqliteError('disk I/O error', 'SQLITE_IOERR_READ');
    };

    expect(() => space.withReserve(undefined, fail)).toThrow('disk I/O error');
    expect(await reserved()).toBe(8);
  });
});

describe('SQLite on a nearly full file system', () => {
  async function openTwice() {
    const file = join(await createTestFolder(), 'prompthold.db');
    const roomy = SqliteDatabase.open(file, new SqliteSpace(file, () => plenty));
    const crowded = SqliteDatabase.open(file, new SqliteSpace(file, () => nearlyFull));
    onTestFinished(() => {
      roomy.close();
      crowded.close();
    });
    await roomy.migrate();
    const account = anAccount();
    await new SqlAccountRepository(roomy).add(account);
    const created = await new SqlPromptWriter(roomy, DEFAULT_QUOTAS).create(aCreation(account.id));
    invariant(created.kind === 'created', 'a prompt is created');
    return { crowded, account, prompt: created.prompt, writer: new SqlPromptWriter(crowded, DEFAULT_QUOTAS) };
  }

  it('rejects new prompts, versions, imported prompts and accounts', async () => {
    const { crowded, account, prompt, writer } = await openTwice();

    await expect(writer.create(aCreation(account.id))).rejects.toThrow(StorageFull);
    await expect(writer.revise(aRevision(prompt, { draft: aDraft() }))).rejects.toThrow(StorageFull);
    const archive = new SqlPromptArchive(crowded, DEFAULT_QUOTAS);
    await expect(archive.restore(aRestoredPrompt(account.id))).rejects.toThrow(StorageFull);
    await expect(new SqlAccountRepository(crowded).add(anAccount())).rejects.toThrow(StorageFull);
  });

  it('accepts resets, label moves and deletions', async () => {
    const { crowded, account, prompt, writer } = await openTwice();
    const move = { label: PRODUCTION, to: 1, message: '' };

    expect(await new SqlKeyStorage(crowded).apply(aRotation(account))).toBe('applied');
    expect(await writer.revise(aRevision(prompt, { labels: [move] }))).toMatchObject({ kind: 'revised' });
    expect(await writer.remove(aRemoval({ owner: account.id, id: prompt.id }))).toEqual({ kind: 'removed' });
    expect(await new SqlAccountRepository(crowded).remove(account.id)).toBe('removed');
    expect(await crowded.ping()).toEqual({ isNearlyFull: true, time: undefined });
  });

  it('asks the file system once a second, not for every write', async () => {
    let asked = 0;
    const space = new SqliteSpace(join(await createTestFolder(), 'prompthold.db'), () => {
      asked += 1;
      return nearlyFull;
    });

    expect([space.isNearlyFull(), space.isNearlyFull()]).toEqual([true, true]);
    expect(asked).toBe(1);
  });
});
