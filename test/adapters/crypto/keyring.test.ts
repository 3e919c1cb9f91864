import { execFile } from 'node:child_process';
import { chmod, chown, link, mkdir, readdir, readFile, rename, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Keyring } from '../../../src/adapters/outbound/crypto/keyring/keyring.ts';
import {
  createKeyringFile,
  InvalidKeyring,
  readKeyringFile,
} from '../../../src/adapters/outbound/crypto/keyring/keyring-file.ts';
import {
  acceptKeyring,
  findKeyring,
  type OpenKeyringOptions,
} from '../../../src/adapters/outbound/crypto/keyring/open-keyring.ts';
import { InMemoryKeyringRegister } from '../../support/in-memory/in-memory-keyring-register.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

/** Many more than a check by path needs to be deceived once. */
const SWAPPED_READS = 300;

let folder: string;
let file: string;

beforeEach(async () => {
  folder = await temporaryFolder();
  file = join(folder, 'data', 'keyring.json');
});
afterEach(() => rm(folder, { recursive: true }));

describe('the keyring file', () => {
  it('is read back as it was written, and is accessible to its owner only', async () => {
    const keyring = Keyring.generate();

    expect(await createKeyringFile(file, keyring)).toBe(true);

    expect((await readKeyringFile(file))?.fingerprint()).toBe(keyring.fingerprint());
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect((await stat(join(folder, 'data'))).mode & 0o777).toBe(0o700);
    expect(await readdir(join(folder, 'data'))).toEqual(['keyring.json']);
  });

  it('is never overwritten', async () => {
    const first = Keyring.generate();
    await createKeyringFile(file, first);

    expect(await createKeyringFile(file, Keyring.generate())).toBe(false);
    expect((await readKeyringFile(file))?.fingerprint()).toBe(first.fingerprint());
  });

  it('is created once by ten concurrent processes', async () => {
    const made = await Promise.all(Array.from({ length: 10 }, () => createKeyringFile(file, Keyring.generate())));

    expect(made.filter((won) => won)).toHaveLength(1);
    expect(await readdir(join(folder, 'data'))).toEqual(['keyring.json']);
  });

  it('is missing until it is created', async () => {
    expect(await readKeyringFile(file)).toBeUndefined();
  });

  it.each([0o644, 0o640, 0o604, 0o660])('is rejected with mode %o', async (mode) => {
    await createKeyringFile(file, Keyring.generate());
    await chmod(file, mode);

    await expect(readKeyringFile(file)).rejects.toThrow(`chmod 600 ${file}`);
  });

  it('is never read from a file that others can read, even if one takes its place during the check', async () => {
    const [mine, theirs] = [Keyring.generate(), Keyring.generate()];
    const [privateFile, publicFile] = [join(folder, 'private.json'), join(folder, 'public.json')];
    await createKeyringFile(privateFile, mine);
    await createKeyringFile(publicFile, theirs);
    await chmod(publicFile, 0o644);
    await mkdir(dirname(file));
    let isOver = false;
    const swap = async () => {
      for (let step = 0; !isOver; step += 1) {
        const draft = `${file}.${step}`;
        await link(step % 2 === 0 ? privateFile : publicFile, draft);
        await rename(draft, file);
      }
    };
    await link(privateFile, file);
    const swapping = swap();

    const read = new Set<string | undefined>();
    for (let attempt = 0; attempt < SWAPPED_READS; attempt += 1) {
      // Rejected when the public file is in place.
      const keyring = await readKeyringFile(file).catch(() => undefined);
      read.add(keyring?.fingerprint());
    }
    isOver = true;
    await swapping;

    expect(read).toEqual(new Set([mine.fingerprint(), undefined]));
  });

  it('may be a link, as orchestrators mount secrets, but not to a file that others can read', async () => {
    const target = join(folder, 'target.json');
    const keyring = Keyring.generate();
    await createKeyringFile(target, keyring);
    await mkdir(dirname(file));
    await symlink(target, file);

    expect((await readKeyringFile(file))?.fingerprint()).toBe(keyring.fingerprint());
    await chmod(target, 0o644);
    await expect(readKeyringFile(file)).rejects.toThrow('can be read by others');
  });

  it('is rejected when it belongs to another user, unless root reads it or owns it', async () => {
    await createKeyringFile(file, Keyring.generate());
    // A file of root is fine for every user, so the tests of root need another owner.
    if (process.geteuid?.() === 0) await chown(file, 1, 1);
    const { uid } = await stat(file);

    await expect(readKeyringFile(file, uid + 1)).rejects.toThrow(`chown ${uid + 1} ${file}`);
    expect(await readKeyringFile(file, uid)).toBeInstanceOf(Keyring);
    expect(await readKeyringFile(file, 0)).toBeInstanceOf(Keyring);
  });

  // Only root can give a file to root.
  it.runIf(process.geteuid?.() === 0)('may be readable by the group if root owns it, as in Kubernetes', async () => {
    const user = 1000;
    await createKeyringFile(file, Keyring.generate());
    await chown(file, 0, user);

    await chmod(file, 0o440);
    expect(await readKeyringFile(file, user)).toBeInstanceOf(Keyring);
    await expect(readKeyringFile(file, 0)).rejects.toThrow('can be read by others');

    for (const mode of [0o460, 0o450, 0o444]) {
      await chmod(file, mode);
      await expect(readKeyringFile(file, user)).rejects.toThrow('can be read by others');
    }
    await chmod(file, 0o440);
    await chown(file, user, user);
    await expect(readKeyringFile(file, user)).rejects.toThrow('can be read by others');
  });

  it('is rejected when it is larger than any keyring', async () => {
    await createKeyringFile(file, Keyring.generate());
    await writeFile(file, `${await readFile(file, 'utf8')}${' '.repeat(64 * 1024)}`);

    await expect(readKeyringFile(file)).rejects.toThrow('is not a keyring file');
  });

  it.each([
    ['a folder', () => mkdir(file, { recursive: true })],
    ['a pipe', () => promisify(execFile)('mkfifo', ['-m', '600', file])],
  ])('is rejected when it is %s, without the advice to change its mode', async (_, make) => {
    await mkdir(dirname(file), { recursive: true });
    await make();

    const rejection = await readKeyringFile(file).catch((error: unknown) => error);

    expect(rejection).toEqual(new InvalidKeyring(`${file} is not a file: put the keyring file in its place.`));
  });

  it.each([
    ['empty', () => ''],
    ['not JSON', () => '{'],
    ['not a keyring', () => '{"version":1}'],
    ['without an encryption key', (text: string) => text.replace(/"enc": \[[^\]]*\]/, '"enc": []')],
    ['of another version', (text: string) => text.replace('"version": 1', '"version": 2')],
    ['holding one id twice', (text: string) => text.replace(/"enc": \[([^\]]*)\]/, '"enc": [$1, $1]')],
    ['holding too short a key', (text: string) => text.replace(/"lookup": "..../, '"lookup": "')],
  ])('is rejected when it is %s, without revealing its content', async (_, damage) => {
    await createKeyringFile(file, Keyring.generate());
    const text = await readFile(file, 'utf8');
    await writeFile(file, damage(text));

    const rejection = await readKeyringFile(file).catch((error: unknown) => error);

    expect(rejection).toBeInstanceOf(InvalidKeyring);
    expect(String(rejection)).toContain('is not a keyring file');
    expect(String(rejection)).not.toContain(JSON.parse(text).lookup.slice(4));
  });
});

describe('opening the keyring', () => {
  let register: InMemoryKeyringRegister;
  beforeEach(() => {
    register = new InMemoryKeyringRegister();
  });

  const openKeyring = async (options: Partial<OpenKeyringOptions> = {}) => {
    const all = { file, createWhenMissing: true, ...options };
    return acceptKeyring(register, all.file, await findKeyring(register, all));
  };

  /** A keyring that the storage knows, and the same with another key, which does not write yet. */
  async function openWithAdded() {
    const made = await openKeyring();
    const withAdded = made.withNewKey();
    const [old = '', added = ''] = withAdded.kids;
    return { made, withAdded, promoted: withAdded.withPrimary(added) ?? withAdded, old, added };
  }

  it('creates one for a new local storage, records it, and opens the same one next time', async () => {
    const made = await openKeyring();
    const opened = await openKeyring();

    expect(opened.fingerprint()).toBe(made.fingerprint());
    const recorded = [...(await register.keys())].map(([kid, { check }]) => [kid, check] as const);
    expect(new Map(recorded)).toEqual(made.checks());
  });

  it('creates none where several machines would each create their own', async () => {
    await expect(openKeyring({ createWhenMissing: false })).rejects.toThrow('prompthold keyring init');
    expect(await readKeyringFile(file)).toBeUndefined();
  });

  it('creates none for a storage that was written with one', async () => {
    await openKeyring();
    await rm(file);

    await expect(openKeyring()).rejects.toThrow('restore that file');
    expect(await readKeyringFile(file)).toBeUndefined();
  });

  it('rejects another keyring than the one the storage was written with', async () => {
    await openKeyring();
    await rm(file);
    await createKeyringFile(file, Keyring.generate());

    await expect(openKeyring()).rejects.toThrow('is not the keyring');
  });

  it('distinguishes another keyring from one that lacks a key, in whatever order the keys are recorded', async () => {
    const checks = [...Keyring.generate().checks()];
    await createKeyringFile(file, Keyring.generate());

    for (const known of [checks, checks.toReversed()]) {
      register = new InMemoryKeyringRegister();
      await register.record(new Map(known));

      await expect(openKeyring({ createWhenMissing: false })).rejects.toThrow('restore the right file');
    }
  });

  it('rejects a keyring that lacks a key the storage was written with', async () => {
    const made = await openKeyring();
    await register.record(new Map([['another', 'check value']]));

    await expect(openKeyring()).rejects.toThrow('is not the keyring');
    expect(made.encryptionKey('another')).toBeUndefined();
  });

  it('rejects the loser when two instances record different keyrings concurrently', async () => {
    const other = join(folder, 'other.json');
    await mkdir(join(folder, 'data'));

    const results = await Promise.allSettled([openKeyring(), openKeyring({ file: other })]);

    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  });

  it('lets an instance start without a key that does not write yet', async () => {
    const { made, withAdded } = await openWithAdded();

    expect((await acceptKeyring(register, file, withAdded)).kids).toEqual(withAdded.kids);

    expect([...(await register.keys()).keys()]).toEqual(['lookup', made.primary.kid]);
    expect((await openKeyring()).kids).toEqual(made.kids);
  });

  it('rejects a keyring that lacks the key that other instances write with, and names it', async () => {
    const { withAdded, promoted, old, added } = await openWithAdded();
    await acceptKeyring(register, file, promoted);

    await expect(openKeyring()).rejects.toThrow(`lacks the key ${added}`);
    expect((await acceptKeyring(register, file, withAdded)).primary.kid).toBe(old);
  });

  it.each(['closed', 'retired'] as const)('writes with the next key when the first one is %s', async (standing) => {
    const { withAdded, promoted, old, added } = await openWithAdded();
    await acceptKeyring(register, file, promoted);
    await register.change(old, 'open', standing);

    const accepted = await acceptKeyring(register, file, withAdded);

    expect(accepted.kids).toEqual([added, old]);
    expect((await register.keys()).get(old)?.standing).toBe(standing);
  });

  it('never replaces a retired key with one that was only added', async () => {
    const made = await openKeyring();
    const stale = made.withNewKey().withNewKey();
    const [old = '', added = '', promoted = ''] = stale.kids;
    await acceptKeyring(register, file, stale.withPrimary(promoted) ?? stale);
    await register.change(old, 'open', 'retired');

    expect((await acceptKeyring(register, file, stale)).primary.kid).toBe(promoted);
    expect((await register.keys()).has(added)).toBe(false);
  });

  it('requires no retired key, but every closed one', async () => {
    const { promoted, old, added } = await openWithAdded();
    const changed = promoted.without(old) ?? promoted;
    await acceptKeyring(register, file, promoted);
    await register.change(old, 'open', 'closed');

    await expect(acceptKeyring(register, file, changed)).rejects.toThrow(`lacks the key ${old}`);
    await register.change(old, 'closed', 'retired');
    expect((await acceptKeyring(register, file, changed)).kids).toEqual([added]);
  });

  it('rejects another key under the id of a retired one', async () => {
    const made = await openKeyring();
    await register.record(new Map([['old', 'check value']]));
    await register.change('old', 'open', 'retired');
    const imposter = new Keyring(made.lookup, [made.primary, { kid: 'old', key: made.primary.key }]);

    await expect(acceptKeyring(register, file, imposter)).rejects.toThrow('is not the keyring');
  });
});
