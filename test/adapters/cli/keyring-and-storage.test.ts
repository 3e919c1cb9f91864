import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Installation } from '../../support/service/installation.ts';
import { runCommand } from '../../support/service/run-command.ts';
import { createTestFolder } from '../../support/service/test-resources.ts';
import { type FreshStorage, realStorages } from '../../support/storage/fresh-storage.ts';

const modeOf = async (...path: string[]): Promise<string> => ((await stat(join(...path))).mode & 0o777).toString(8);

describe('keyring init', () => {
  it('creates a file and a folder that only the owner can access', async () => {
    const folder = await createTestFolder();

    const { code, stdout, stderr } = await runCommand(['keyring', 'init'], { folder });

    expect(code).toBe(0);
    expect(stdout).toMatch(/^data\/keyring\.json [0-9a-f]{16}\n$/);
    expect(stderr).toContain('Keep a copy of this file');
    expect(await modeOf(folder, 'data/keyring.json')).toBe('600');
    expect(await modeOf(folder, 'data')).toBe('700');
  });

  it('prints file and fingerprint with --json, and no key', async () => {
    const folder = await createTestFolder();

    const { stdout, stderr } = await runCommand(['keyring', 'init', '--json'], { folder });

    const ring = JSON.parse(await readFile(join(folder, 'data/keyring.json'), 'utf8'));
    const fingerprint = expect.stringMatching(/^[0-9a-f]{16}$/);
    expect(JSON.parse(stdout)).toEqual({ file: 'data/keyring.json', fingerprint });
    expect(stdout + stderr).not.toContain(ring.lookup);
    expect(stdout + stderr).not.toContain(ring.enc[0].key);
  });

  it('generates a different keyring each time', async () => {
    const folders = [await createTestFolder(), await createTestFolder()];
    const runs = await Promise.all(folders.map((folder) => runCommand(['keyring', 'init'], { folder })));

    expect(runs[0]?.stdout).not.toBe(runs[1]?.stdout);
  });
});

describe.each(realStorages)('on $name', ({ fresh }) => {
  let storage: FreshStorage;
  let installation: Installation;

  beforeAll(async () => {
    storage = await fresh();
    installation = await Installation.on(storage.url);
  });

  afterAll(async () => {
    await installation?.dispose();
    await storage?.dispose();
  });

  /** Records the keyring in the storage: `keyring init` only creates the file. */
  const writeWithKeyring = () => installation.cli(['account', 'list']);

  describe('keyring init', () => {
    it('leaves an existing file unchanged, whether it is in use or not', async () => {
      const { folder } = installation;
      const file = join(folder, 'keyring.json');
      const before = await readFile(file, 'utf8');

      const unused = await installation.cli(['keyring', 'init']);
      await writeWithKeyring();
      const used = await installation.cli(['keyring', 'init']);

      const exists = { code: 1, stdout: '', stderr: `${file} already exists and was not changed.\n` };
      expect([unused, used]).toEqual([exists, exists]);
      expect(await readFile(file, 'utf8')).toBe(before);
    });

    it('creates no keyring for a storage that was written with another one', async () => {
      const { folder, settings } = installation;
      await writeWithKeyring();

      const { code, stdout, stderr } = await runCommand(['keyring', 'init'], {
        folder,
        settings: { ...settings, PROMPTHOLD_KEYRING_FILE: 'another.json' },
      });

      expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
      expect(stderr).toMatch(/^The storage already uses a keyring\. Restore that keyring to another\.json .*\n$/);
      await expect(stat(join(folder, 'another.json'))).rejects.toThrow('ENOENT');
    });
  });

  describe('storage migrate', () => {
    it('migrates an empty storage to the newest schema version without a keyring', async () => {
      const empty = await fresh();
      const settings = { PROMPTHOLD_STORAGE_URL: empty.url };
      try {
        const run = await runCommand(['storage', 'migrate'], { folder: await createTestFolder(), settings });

        expect(run).toEqual({ code: 0, stdout: expect.stringMatching(/^schema version \d+ \(was 0\)\n$/), stderr: '' });
      } finally {
        await empty.dispose();
      }
    });

    it('leaves a storage with the newest schema version unchanged', async () => {
      const { code, stdout, stderr } = await installation.cli(['storage', 'migrate', '--json']);

      const { from, to } = JSON.parse(stdout);
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
      expect(stdout).toBe(`{"from":${to},"to":${to}}\n`);
      expect(from).toBeGreaterThan(0);
    });
  });
});
