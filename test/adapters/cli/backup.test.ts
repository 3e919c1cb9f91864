import { createHash } from 'node:crypto';
import { readdir, readFile, readlink, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { serializeRecord } from '../../../src/application/transfer/transfer-summary.ts';
import { anAccount } from '../../support/builders/an-account.ts';
import { runCommand } from '../../support/service/run-command.ts';
import { createTestFolder, openTestStorage } from '../../support/service/test-resources.ts';
import { fillStorage } from '../../support/storage/fill-storage.ts';
import { realStorages } from '../../support/storage/fresh-storage.ts';

describe.each(realStorages)('backup and restore on $name', ({ fresh }) => {
  it('restores every record from a one-file backup', async () => {
    const folder = await createTestFolder();
    const source = await openTestStorage(fresh);
    await fillStorage(source.ports);

    const backup = await runCommand(['backup', 'all.backup', '--json'], { folder, settings: source.settings });

    expect(backup).toMatchObject({
      code: 0,
      stderr: expect.stringMatching(/^The backup does not contain the keyring\. /),
    });
    const summary = JSON.parse(backup.stdout);
    expect(summary).toMatchObject({ file: 'all.backup', accounts: 2, prompts: 4, versions: 74 });
    expect((await stat(join(folder, 'all.backup'))).mode & 0o777).toBe(0o600);
    expect(await readdir(folder)).toEqual(['all.backup']);

    const target = await openTestStorage(fresh);
    const args = ['restore', 'all.backup', '--unverified', '--json'];
    const restore = await runCommand(args, { folder, settings: target.settings });

    expect(restore).toMatchObject({ code: 0, stderr: expect.stringMatching(/^The backup is not signed: [^\n]*\n$/) });
    expect(JSON.parse(restore.stdout)).toMatchObject({ accounts: 2, checksum: summary.checksum });
    const linesOf = async ({ ports }: typeof source) =>
      (await Array.fromAsync(ports.reader.records())).map(serializeRecord);
    expect(await linesOf(target)).toEqual(await linesOf(source));
  }, 120_000);

  it('restores nothing from a damaged file or into a non-empty storage', async () => {
    const folder = await createTestFolder();
    const { settings, ports } = await openTestStorage(fresh);
    expect((await runCommand(['backup', 'all.backup'], { folder, settings })).code).toBe(0);
    const bytes = await readFile(join(folder, 'all.backup'));
    const text = gunzipSync(bytes).toString();
    await writeFile(join(folder, 'flipped.backup'), gzipSync(text.replace('"createdAt":"2', '"createdAt":"3')));

    const damaged = await runCommand(['restore', 'flipped.backup'], { folder, settings });

    expect(damaged).toEqual({
      code: 1,
      stdout: '',
      stderr: 'the file is damaged or not a backup: its checksum does not match; nothing was restored\n',
    });
    expect(await ports.writer.unfinishedSource()).toBeUndefined();
    expect(await Array.fromAsync(ports.reader.records())).toEqual([]);

    const account = anAccount();
    await ports.accounts.add(account);
    const full = await runCommand(['restore', 'all.backup', '--unverified'], { folder, settings });
    expect(full).toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringContaining('The target storage is not empty'),
    });
    expect(await ports.accounts.find(account.id)).toEqual(account);
  }, 120_000);
});

// The same for every storage.
describe.each(realStorages.slice(0, 1))('the file of a backup of $name', ({ fresh }) => {
  it('replaces an existing file only with --force', async () => {
    const folder = await createTestFolder();
    const { settings } = await openTestStorage(fresh);
    await writeFile(join(folder, 'all.backup'), 'precious');

    const refused = await runCommand(['backup', 'all.backup'], { folder, settings });

    expect(refused).toEqual({
      code: 1,
      stdout: '',
      stderr: 'all.backup already exists and was not changed. Use --force to replace it.\n',
    });
    expect(await readFile(join(folder, 'all.backup'), 'utf8')).toBe('precious');
    expect(await runCommand(['backup', 'all.backup', '--force'], { folder, settings })).toMatchObject({
      code: 0,
      stdout: 'all.backup: 0 accounts, 0 prompts, 0 versions\n',
    });
  }, 120_000);

  it('never replaces a device, even with --force', async () => {
    const folder = await createTestFolder();
    const { settings } = await openTestStorage(fresh);
    await symlink('/dev/null', join(folder, 'all.backup'));

    expect(await runCommand(['backup', 'all.backup', '--force'], { folder, settings })).toEqual({
      code: 1,
      stdout: '',
      stderr: 'all.backup is not a file, and was left as it is\n',
    });
    expect(await readlink(join(folder, 'all.backup'))).toBe('/dev/null');
  });
});

describe('a backup that was made with a keyring', () => {
  async function backUp() {
    const [here, elsewhere] = [await createTestFolder(), await createTestFolder()];
    for (const folder of [here, elsewhere]) expect((await runCommand(['keyring', 'init'], { folder })).code).toBe(0);
    const created = ['account', 'create', '--email', 'ada@example.com', '--name', 'Ada', '--password-stdin'];
    const input = 'correct horse battery staple';
    expect((await runCommand(created, { folder: here, input })).code).toBe(0);
    const file = join(here, 'all.backup');
    expect(await runCommand(['backup', file], { folder: here })).toMatchObject({
      code: 0,
      stderr: expect.not.stringContaining('not signed'),
    });
    return { here, elsewhere, file };
  }

  it('is restored with the same keyring, without a warning', async () => {
    const { here, file } = await backUp();
    const settings = { PROMPTHOLD_STORAGE_URL: 'sqlite:restored.db' };

    expect(await runCommand(['restore', file], { folder: here, settings })).toMatchObject({ code: 0, stderr: '' });
  });

  it('is refused when its signature was removed and a password was changed, until --unverified accepts it', async () => {
    const { here, file } = await backUp();
    const lines = gunzipSync(await readFile(file))
      .toString()
      .trimEnd()
      .split('\n');
    const { signature: _, keyring: __, ...trailer } = JSON.parse(lines.pop() ?? '');
    const text = `${lines.join('\n')}\n`.replace(/"password_hash":"[^"]*"/, '"password_hash":"$argon2id$forged"');
    const checksum = createHash('sha256').update(text).digest('hex');
    await writeFile(join(here, 'forged.gz'), gzipSync(`${text}${JSON.stringify({ ...trailer, checksum })}\n`));
    const settings = { PROMPTHOLD_STORAGE_URL: 'sqlite:forged.db' };
    const warning = expect.stringMatching(/^The backup is not signed: .*Nothing was restored\. .*--unverified/s);

    const refused = await runCommand(['restore', 'forged.gz'], { folder: here, settings });
    expect(refused).toEqual({ code: 1, stdout: '', stderr: warning });
    expect(await readdir(here)).not.toContain('forged.db');

    const restored = await runCommand(['restore', 'forged.gz', '--unverified'], { folder: here, settings });
    expect(restored).toMatchObject({ code: 0, stderr: expect.stringMatching(/^The backup is not signed: /) });
  });

  it('is refused with another keyring, and restored with --unverified', async () => {
    const { elsewhere, file } = await backUp();
    const otherKeyring =
      'The backup was written with another keyring: its keys cannot be decrypted with the one here.\n';

    expect(await runCommand(['restore', file], { folder: elsewhere })).toEqual({
      code: 1,
      stdout: '',
      stderr: `${otherKeyring}Nothing was restored. If you trust the file, use --unverified to restore it anyway.\n`,
    });
    expect(await runCommand(['restore', file, '--unverified'], { folder: elsewhere })).toMatchObject({
      code: 0,
      stderr: otherKeyring,
    });
  });

  it('is refused without a keyring', async () => {
    const { file } = await backUp();

    expect(await runCommand(['restore', file], { folder: await createTestFolder() })).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('there is no keyring file here'),
    });
  });

  it('is not made with a keyring that the storage was not written with', async () => {
    const { here, elsewhere } = await backUp();
    const settings = { PROMPTHOLD_STORAGE_URL: `sqlite:${join(here, 'data/prompthold.db')}` };

    expect(await runCommand(['backup', 'other.backup'], { folder: elsewhere, settings })).toMatchObject({
      code: 78,
      stderr: expect.stringContaining('is not the keyring that this storage was written with'),
    });
  });
});

describe('restore', () => {
  it('does not open the storage when the file is missing or has a newer format', async () => {
    const folder = await createTestFolder();
    const header = '{"format":"prompthold-backup","version":7}\n';
    await writeFile(join(folder, 'newer.backup'), gzipSync(header));

    const missing = await runCommand(['restore', 'missing.backup'], { folder });
    const newer = await runCommand(['restore', 'newer.backup'], { folder });

    expect(missing).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining('ENOENT') });
    expect(newer).toEqual({
      code: 78,
      stdout: '',
      stderr: 'the backup has format version 7, this program knows 5: restore it with a newer release\n',
    });
    expect(await readdir(folder)).toEqual(['newer.backup']);
  });
});
