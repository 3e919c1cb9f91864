import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { anAccount } from '../../support/builders/an-account.ts';
import { runCommand } from '../../support/service/run-command.ts';
import { createTestFolder, openTestStorage, runFailingStart } from '../../support/service/test-resources.ts';
import { realStorages } from '../../support/storage/fresh-storage.ts';

const copy = (folder: string, from: string, to: string) =>
  runCommand(['storage', 'copy', '--from', from, '--to', to], { folder });

describe('storage copy', () => {
  it.each([
    [
      'a URL with an unknown scheme',
      'mysql://ada:geheim@host/db',
      /^--from must begin with one of sqlite:, postgres:\/\//,
    ],
    ['a broken URL', 'postgres://ada:geh/eim@host/db', /^--from must have \/ \? # and @ in user name and password/],
    ['a variable that is not set', 'env:NOWHERE', /^--from: the variable NOWHERE is not set$/m],
    ['a missing file', 'sqlite:missing.db', /^--from: no file missing\.db$/m],
  ])('rejects %s without printing a password or creating a file', async (_what, from, message) => {
    const folder = await createTestFolder();

    const { code, stdout, stderr } = await copy(folder, from, 'sqlite:new.db');

    expect({ code, stdout }).toEqual({ code: 64, stdout: '' });
    expect(stderr).toMatch(message);
    expect(stderr).not.toContain('eim');
    expect(await readdir(folder)).toEqual([]);
  });

  it('refuses to copy a storage onto itself', async () => {
    const folder = await createTestFolder();
    await runCommand(['storage', 'migrate'], { folder, settings: { PROMPTHOLD_STORAGE_URL: 'sqlite:a.db' } });

    const { code, stderr } = await copy(folder, 'sqlite:a.db', `sqlite:${join(folder, 'a.db')}`);

    expect({ code, stderr }).toEqual({ code: 64, stderr: '--from and --to name the same storage\n' });
  });
});

describe.each(realStorages)('storage copy on $name', ({ fresh }) => {
  it('leaves a non-empty target unchanged', async () => {
    const [source, target] = [await openTestStorage(fresh), await openTestStorage(fresh)];
    const account = anAccount();
    await target.ports.accounts.add(account);

    const { code, stdout, stderr } = await copy(await createTestFolder(), source.url, target.url);

    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toBe('The target storage is not empty and was not changed. Use an empty one.\n');
    expect(await target.ports.accounts.find(account.id)).toEqual(account);
  });

  it('prints a summary with the verified checksum', async () => {
    const [source, target] = [await openTestStorage(fresh), await openTestStorage(fresh)];
    await source.ports.accounts.add(anAccount());

    const { code, stdout, stderr } = await copy(await createTestFolder(), source.url, target.url);

    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toMatch(/^1 accounts, 0 prompts, 0 versions; verified, checksum [0-9a-f]{64}\n$/);
  });

  it('blocks commands, the service and other copies on a storage with an unfinished copy', async () => {
    const { url, ports } = await openTestStorage(fresh);
    await ports.writer.begin('sqlite file /old.db');
    const settings = { PROMPTHOLD_STORAGE_URL: url };
    const sentence =
      'the storage holds an unfinished copy of sqlite file /old.db: run the same command again to finish it, or empty it\n';

    const commands = [
      ['account', 'list'],
      ['keyring', 'init'],
      ['storage', 'migrate'],
      ['storage', 'copy', '--from', url, '--to', 'sqlite:new.db'],
    ];
    const folder = await createTestFolder();
    for (const args of commands) {
      expect(await runCommand(args, { folder, settings }), args.join(' ')).toEqual({
        code: 78,
        stdout: '',
        stderr: sentence,
      });
    }
    expect(await runFailingStart({ settings })).toMatchObject({ code: 78, messages: sentence });

    const other = await openTestStorage(fresh);
    expect(await copy(folder, other.url, url)).toMatchObject({
      code: 1,
      stderr:
        'The target storage holds an unfinished copy of sqlite file /old.db. Finish that copy, or empty the target.\n',
    });
  }, 120_000);
});
