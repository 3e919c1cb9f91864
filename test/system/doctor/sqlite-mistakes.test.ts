import { chmod, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { beforeEach, describe, expect, it } from 'vitest';
import { Keyring } from '../../../src/adapters/outbound/crypto/keyring/keyring.ts';
import { createKeyringFile } from '../../../src/adapters/outbound/crypto/keyring/keyring-file.ts';
import { KeyringFileDiagnosis } from '../../../src/adapters/outbound/crypto/keyring/keyring-file-diagnosis.ts';
import { SqliteDatabase } from '../../../src/adapters/outbound/sql/sqlite/sqlite-database.ts';
import { SqliteDiagnosis } from '../../../src/adapters/outbound/sql/sqlite/sqlite-diagnosis.ts';
import { DiagnoseInstallation } from '../../../src/application/diagnose/diagnose-installation.ts';
import { createTestFolder } from '../../support/service/test-resources.ts';
import { aProblem } from './doctor-report.ts';

const LOCAL = { type: 0xef53, bsize: 4096, blocks: 20 * 2 ** 20, bavail: 10 * 2 ** 20 };

/** Runs all SQLite checks of doctor, with simulated disk facts. */
describe('doctor on SQLite', () => {
  let folder: string;
  let file: string;
  let keyringFile: string;
  let disk: typeof LOCAL;

  beforeEach(async () => {
    folder = await createTestFolder();
    file = join(folder, 'prompthold.db');
    keyringFile = join(folder, 'keyring.json');
    disk = { ...LOCAL };
    const keyring = Keyring.generate();
    await createKeyringFile(keyringFile, keyring);
    const database = SqliteDatabase.open(file);
    await database.migrate();
    database.close();
    const insert = openDatabase(file).prepare('INSERT INTO keyring_check (kid, value) VALUES (?, ?)');
    for (const [kid, value] of keyring.checks()) insert.run(kid, value);
    insert.database.close();
  });

  const diagnose = async () => {
    const findings = await new DiagnoseInstallation(
      new SqliteDiagnosis(file, async () => disk),
      new KeyringFileDiagnosis({ file: keyringFile, databaseFile: file }),
      { now: () => new Date() },
      'the database',
    ).execute();
    return findings.filter(({ severity }) => severity !== 'ok');
  };

  it('reports nothing when the installation is healthy', async () => {
    expect(await diagnose()).toEqual([]);
  });

  it.each<[string, () => unknown, () => Parameters<typeof aProblem>]>([
    [
      'a keyring that other users can read',
      () => chmod(keyringFile, 0o644),
      () => ['error', 'keyring', 'read by others', `chmod 600 ${keyringFile}`],
    ],
    [
      'the keyring of another storage',
      () => rm(keyringFile).then(() => createKeyringFile(keyringFile, Keyring.generate())),
      () => ['error', 'keyring', 'not the keyring', 'restore the keyring'],
    ],
    ['a missing keyring', () => rm(keyringFile), () => ['error', 'keyring', 'is missing', 'restore that file']],
    [
      'an invalid keyring file',
      () => writeFile(keyringFile, '{}'),
      () => ['error', 'keyring', 'not a keyring file', 'restore'],
    ],
    [
      'a database that other users can read',
      () => chmod(file, 0o644),
      () => ['warning', 'storage file', 'read by others', `chmod 600 ${file}`],
    ],
    [
      'a missing database',
      () => rename(file, `${file}.old`),
      () => ['warning', 'storage file', 'does not exist', 'storage.url'],
    ],
    [
      'a network file system',
      () => Object.assign(disk, { type: 0x6969 }),
      () => ['error', 'file system', 'NFS', 'disk of this machine'],
    ],
    [
      'a disk that is almost full',
      () => Object.assign(disk, { bavail: 1000 }),
      () => ['error', 'disk', '3 MiB free', 'free some space'],
    ],
  ])('reports %s', async (_what, make, problem) => {
    await make();

    expect(await diagnose()).toEqual([aProblem(...problem())]);
  });

  it('reports a file that is not a database', async () => {
    await writeFile(file, 'not a database'.repeat(1000));

    expect(await diagnose()).toMatchObject([
      { severity: 'error', check: 'storage', message: expect.stringContaining('not a database') },
      { check: 'keyring', severity: 'warning' },
    ]);
  });

  it('reports the schema of a newer release and leaves it unchanged', async () => {
    setVersion(file, 999);

    expect(await diagnose()).toEqual([aProblem('error', 'schema', 'version 999', 'upgrade this program')]);
    expect(versionOf(file)).toBe(999);
  });

  it('warns of an old schema and leaves it unchanged', async () => {
    setVersion(file, 1);

    expect(await diagnose()).toEqual([aProblem('warning', 'schema', 'version 1 of', 'storage migrate')]);
    expect(versionOf(file)).toBe(1);
  });

  it('warns of a journal mode other than WAL and leaves it unchanged', async () => {
    openDatabase(file).pragma('journal_mode = delete');

    expect(await diagnose()).toEqual([aProblem('warning', 'durability', 'is delete, not wal', 'start the service')]);
    expect(openDatabase(file).pragma('journal_mode', { simple: true })).toBe('delete');
  });
});

const openDatabase = (file: string) => new Database(file);

const setVersion = (file: string, version: number) =>
  openDatabase(file).exec(`UPDATE schema_version SET version = ${version}`).close();

const versionOf = (file: string) => openDatabase(file).prepare('SELECT version FROM schema_version').pluck().get();
