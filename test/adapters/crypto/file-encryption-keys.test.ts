import { chmod, lstat, readdir, readFile, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { FileEncryptionKeys } from '../../../src/adapters/outbound/crypto/keyring/file-encryption-keys.ts';
import { Keyring } from '../../../src/adapters/outbound/crypto/keyring/keyring.ts';
import {
  createKeyringFile,
  InvalidKeyring,
  readKeyringFile,
} from '../../../src/adapters/outbound/crypto/keyring/keyring-file.ts';
import { createTestFolder } from '../../support/service/test-resources.ts';

async function aKeyringFile() {
  const folder = await createTestFolder();
  const file = join(folder, 'keyring.json');
  const keyring = Keyring.generate();
  await createKeyringFile(file, keyring);
  const kids = async () => (await readKeyringFile(file))?.kids;
  return { folder, file, keyring, first: keyring.primary.kid, kids, keys: new FileEncryptionKeys(file) };
}

describe('the encryption keys of a keyring file', () => {
  it('are listed in order, with their check values', async () => {
    const { keys, keyring, first } = await aKeyringFile();

    expect(await keys.list()).toEqual([{ kid: first, check: keyring.checks().get(first) }]);
  });

  it('are added at the end, and everything else stays the same', async () => {
    const { keys, file, keyring, first, kids, folder } = await aKeyringFile();

    const added = await keys.add();

    const grown = await readKeyringFile(file);
    expect(await kids()).toEqual([first, added.kid]);
    expect(added).toEqual({ kid: added.kid, file, fingerprint: grown?.fingerprint() });
    expect(grown?.lookup).toEqual(keyring.lookup);
    expect(grown?.primary).toEqual(keyring.primary);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect(await readdir(folder)).toEqual(['keyring.json']);
  });

  it('are promoted and removed by their ids', async () => {
    const { keys, first, kids } = await aKeyringFile();
    const { kid } = await keys.add();

    await keys.promote(kid);
    expect(await kids()).toEqual([kid, first]);
    await keys.remove(first);
    expect(await kids()).toEqual([kid]);
  });

  it('stay the same for an unknown key, and keep the one that writes', async () => {
    const { keys, file, first } = await aKeyringFile();
    await keys.add();
    const before = await readFile(file, 'utf8');

    expect(await keys.promote('none')).toBeUndefined();
    expect(await keys.remove('none')).toBeUndefined();
    expect(await keys.remove(first)).toBeUndefined();

    expect(await readFile(file, 'utf8')).toBe(before);
  });

  it('lose none of ten concurrent changes', async () => {
    const { keys, file, kids, folder } = await aKeyringFile();
    const others = new FileEncryptionKeys(file);
    // Fake time, so that no change gives up while it waits for nine others on a slow disk.
    vi.useFakeTimers({ toFake: ['performance'] });
    onTestFinished(() => void vi.useRealTimers());

    const added = await Promise.all(Array.from({ length: 10 }, (_, index) => (index % 2 ? keys : others).add()));

    expect((await kids())?.slice(1).toSorted()).toEqual(added.map(({ kid }) => kid).toSorted());
    expect(await readdir(folder)).toEqual(['keyring.json']);
  });

  it('are changed through a link, which stays a link, and keep the mode of the file', async () => {
    const { file, folder, kids } = await aKeyringFile();
    await chmod(file, 0o400);
    const link = join(folder, 'link.json');
    await symlink('keyring.json', link);

    const { kid } = await new FileEncryptionKeys(link).add();

    expect((await lstat(link)).isSymbolicLink()).toBe(true);
    expect((await kids())?.at(-1)).toBe(kid);
    expect((await stat(file)).mode & 0o777).toBe(0o400);
  });

  it('stay unchanged while another command holds the lock, and the error names the lock', async () => {
    const { keys, file } = await aKeyringFile();
    const before = await readFile(file, 'utf8');
    await writeFile(`${file}.lock`, '');

    const rejection = await keys.add().catch((error: unknown) => error);

    expect(rejection).toBeInstanceOf(InvalidKeyring);
    expect(String(rejection)).toContain(`${file}.lock exists`);
    expect(await readFile(file, 'utf8')).toBe(before);
  });

  it('are not changed when the file is missing or readable by others, and leave no lock', async () => {
    const { file, keys, folder } = await aKeyringFile();
    await chmod(file, 0o644);

    await expect(keys.add()).rejects.toThrow('chmod 600');
    await expect(new FileEncryptionKeys(join(folder, 'none.json')).add()).rejects.toThrow('is missing');

    expect(await readdir(folder)).toEqual(['keyring.json']);
  });
});
