import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chmod, chown, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { AesKeySealing } from '../../../src/adapters/outbound/crypto/aes-key-sealing.ts';
import { CurrentKeyring } from '../../../src/adapters/outbound/crypto/keyring/current-keyring.ts';
import { Keyring } from '../../../src/adapters/outbound/crypto/keyring/keyring.ts';
import {
  createKeyringFile,
  readKeyringFile,
  replaceKeyringFile,
} from '../../../src/adapters/outbound/crypto/keyring/keyring-file.ts';
import type { KeyringHolder } from '../../../src/application/ports/keyring-register.ts';
import { KeyringReplaced } from '../../../src/application/ports/secrets.ts';
import { StorageUnavailable } from '../../../src/application/ports/storage/storage-unavailable.ts';
import type { AccountId } from '../../../src/domain/accounts/account.ts';
import { ApiKey } from '../../../src/domain/accounts/api-key.ts';
import { invariant } from '../../../src/domain/invariant.ts';
import { unchanging } from '../../support/builders/a-keyring.ts';
import { InMemoryKeyringRegister } from '../../support/in-memory/in-memory-keyring-register.ts';
import { createTestFolder } from '../../support/service/test-resources.ts';

/** The steps of replacing an encryption key. */
function someKeyrings() {
  const before = Keyring.generate();
  const added = before.withNewKey();
  const [old, next] = added.kids;
  invariant(old !== undefined && next !== undefined, 'there are two keys');
  const promoted = added.withPrimary(next);
  const after = promoted?.without(old);
  invariant(promoted !== undefined && after !== undefined, 'the other key can be promoted and the old one removed');
  return { before, added, promoted, after, old, next };
}

/** Can be unavailable, and can run something between two steps. */
class TestRegister extends InMemoryKeyringRegister {
  unavailable = false;
  announcements = 0;
  afterAnnouncement = async (): Promise<void> => {};

  override async announce(holder: KeyringHolder, forMs: number): Promise<void> {
    if (this.unavailable) throw new StorageUnavailable('the test', new Error('unavailable'));
    this.announcements += 1;
    await super.announce(holder, forMs);
    await this.afterAnnouncement();
  }
}

const changed = vi.fn();
const rejected = vi.fn();
const recovered = vi.fn();
const replaced = vi.fn();
const listener = { changed, rejected, recovered, replaced };

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date', 'performance'] });
  vi.clearAllMocks();
});
afterEach(() => {
  vi.useRealTimers();
});

async function openKeyring(keyring: Keyring, register = new TestRegister()) {
  const file = join(await createTestFolder(), 'keyring.json');
  await createKeyringFile(file, keyring);
  const current = await CurrentKeyring.open(register, { file, createWhenMissing: false }, listener);
  const announcement = async () => (await register.holders()).find(({ id }) => id === current.id);
  const advance = async (ms: number) => {
    vi.advanceTimersByTime(ms);
    await current.tick();
  };
  return { current, file, register, announcement, advance };
}

describe('a changed keyring file', () => {
  it('is used and announced without a restart', async () => {
    const { before, added, promoted, old, next } = someKeyrings();
    const { current, file, announcement } = await openKeyring(before);
    expect(await announcement()).toMatchObject({ reads: [old], writes: [old] });

    await replaceKeyringFile(file, added);
    await current.tick();
    expect(await announcement()).toMatchObject({ reads: [old, next], writes: [old] });
    expect((await current.getWriteKey()).kid).toBe(old);

    await replaceKeyringFile(file, promoted);
    await current.tick();
    expect((await current.getWriteKey()).kid).toBe(next);
    expect((await announcement())?.reads.toSorted()).toEqual([old, next].toSorted());
    expect(changed).toHaveBeenCalledTimes(2);
    expect(rejected).not.toHaveBeenCalled();
  });

  it('is read immediately when an unknown key is needed', async () => {
    const { before, added, next } = someKeyrings();
    const { current, file } = await openKeyring(before);
    expect(await current.findReadKey(next)).toBeUndefined();
    await replaceKeyringFile(file, added);

    const keys = await Promise.all([current.findReadKey(next), current.findReadKey(next)]);

    expect(keys.map((key) => key?.kid)).toEqual([next, next]);
  });

  it('is not read again while it does not change', async () => {
    const { before } = someKeyrings();
    const { current } = await openKeyring(before);

    await current.tick();
    await current.tick();

    expect(changed).not.toHaveBeenCalled();
  });

  it('is tried again after an outage of the storage', async () => {
    const { before, added, next } = someKeyrings();
    const { current, file, register, announcement } = await openKeyring(before);
    await replaceKeyringFile(file, added);
    register.unavailable = true;
    await expect(current.tick()).rejects.toThrow(StorageUnavailable);

    register.unavailable = false;
    await current.tick();

    expect((await announcement())?.reads).toContain(next);
  });

  it.each<[string, (file: string, before: Keyring) => Promise<void>]>([
    ['it can be read by others', (file) => chmod(file, 0o644)],
    ['it is damaged', (file) => writeFile(file, '{')],
    ['it is another keyring', (file) => replaceKeyringFile(file, Keyring.generate())],
    [
      'it has another lookup key',
      (file, { encryption }) => replaceKeyringFile(file, new Keyring(Keyring.generate().lookup, encryption)),
    ],
  ])('is rejected when %s: it is reported once, and the former keyring stays in use', async (_, damage) => {
    const { before, old } = someKeyrings();
    const { current, file, announcement } = await openKeyring(before);
    const { lookup } = current;
    await damage(file, before);

    await current.tick();
    await current.tick();

    expect(rejected).toHaveBeenCalledTimes(1);
    expect((await current.getWriteKey()).kid).toBe(old);
    expect((await current.findReadKey(old))?.kid).toBe(old);
    expect(current.lookup).toBe(lookup);
    expect(await announcement()).toMatchObject({ reads: [old], writes: [old] });
  });

  it('is rejected when it lacks a key that is in use elsewhere, until it is repaired', async () => {
    const { before, added, promoted, next } = someKeyrings();
    const { current, file, register } = await openKeyring(added);
    await register.record(new Map([[next, added.checks().get(next) ?? '']]));
    await replaceKeyringFile(file, before);
    await current.tick();
    expect(rejected).toHaveBeenCalledTimes(1);
    expect((await current.findReadKey(next))?.kid).toBe(next);

    await replaceKeyringFile(file, promoted);
    await current.tick();

    expect((await current.getWriteKey()).kid).toBe(next);
  });
});

describe('a key that no longer writes', () => {
  it('is announced as writing until the last requests have ended', async () => {
    const { added, promoted, old, next } = someKeyrings();
    const { current, file, announcement, advance } = await openKeyring(added);
    await replaceKeyringFile(file, promoted);

    await current.tick();
    expect((await announcement())?.writes).toEqual([next, old]);
    await advance(5_500);
    expect((await announcement())?.writes).toEqual([next, old]);
    await advance(1_000);
    expect((await announcement())?.writes).toEqual([next]);
  });

  it('is replaced by the next key as soon as it is closed, whatever the file says', async () => {
    const { added, old, next } = someKeyrings();
    const { current, register, announcement, advance } = await openKeyring(added);
    await register.record(added.checks());
    await register.change(old, 'open', 'closed');

    await advance(5_500);
    expect((await current.getWriteKey()).kid).toBe(next);
    await advance(6_500);
    expect((await announcement())?.writes).toEqual([next]);

    await register.change(old, 'closed', 'open');
    await advance(5_500);
    expect((await current.getWriteKey()).kid).toBe(old);
  });

  it('still reads for a moment after it was removed from the file, for requests in flight', async () => {
    const { promoted, after, old } = someKeyrings();
    const { current, file, register, advance } = await openKeyring(promoted);
    await register.record(promoted.checks());
    await register.change(old, 'open', 'retired');
    await replaceKeyringFile(file, after);

    await current.tick();
    expect((await current.findReadKey(old))?.kid).toBe(old);
    await advance(6_500);
    expect(await current.findReadKey(old)).toBeUndefined();
  });
});

describe('sealing', () => {
  it('refreshes first when the last refresh is too old', async () => {
    const { added, old, next } = someKeyrings();
    const { current, register } = await openKeyring(added);
    await register.record(added.checks());
    await register.change(old, 'open', 'retired');
    expect((await current.getWriteKey()).kid).toBe(old);

    vi.advanceTimersByTime(11_000);

    expect((await current.getWriteKey()).kid).toBe(next);
  });

  it('fails for all concurrent callers when the storage is unavailable, and recovers with one announcement', async () => {
    const { before } = someKeyrings();
    const { current, register } = await openKeyring(before);
    vi.advanceTimersByTime(11_000);
    register.unavailable = true;

    const attempts = await Promise.allSettled([current.getWriteKey(), current.getWriteKey(), current.getWriteKey()]);

    expect(attempts.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
    register.unavailable = false;
    const announcements = register.announcements;
    await Promise.all([current.getWriteKey(), current.getWriteKey(), current.getWriteKey()]);
    expect(register.announcements).toBe(announcements + 1);
  });
});

describe('a keyring whose file is missing', () => {
  it('is written again on request, with its mode and the same keys', async () => {
    const { promoted } = someKeyrings();
    const { current, file } = await openKeyring(promoted);
    const before = await readFile(file, 'utf8');
    await rm(file);
    await writeFile(`${file}.recover`, '');

    await current.tick();

    expect(await readFile(file, 'utf8')).toBe(before);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect(recovered).toHaveBeenCalledTimes(1);
    expect((await current.getWriteKey()).kid).toBe(promoted.primary.kid);
  });

  it('is written again while the storage is unavailable', async () => {
    const { before } = someKeyrings();
    const { current, file, register } = await openKeyring(before);
    register.unavailable = true;
    await rm(file);
    await writeFile(`${file}.recover`, '');

    await current.tick().catch(() => {});

    expect((await readKeyringFile(file))?.fingerprint()).toBe(before.fingerprint());
  });

  it('is not written without a request, or because of one from long ago or from another user', async () => {
    const { before } = someKeyrings();
    const { current, file } = await openKeyring(before);
    await rm(file);
    await current.tick();
    expect(existsSync(file)).toBe(false);

    await writeFile(`${file}.recover`, '');
    const yesterday = new Date(Date.now() - 86_400_000);
    await utimes(`${file}.recover`, yesterday, yesterday);
    await current.tick();
    expect(existsSync(file)).toBe(false);

    await utimes(`${file}.recover`, new Date(), new Date());
    // Only root can give a file away, and needs no permission for anything.
    if (process.geteuid?.() === 0) {
      await chown(`${file}.recover`, 65_534, 65_534);
      await current.tick();
      expect(existsSync(file)).toBe(false);
      await chown(`${file}.recover`, 0, 0);
    }
    await current.tick();
    expect(existsSync(file)).toBe(true);
  });

  it('never takes the place of another file', async () => {
    const { before } = someKeyrings();
    const { current, file } = await openKeyring(before);
    await writeFile(file, 'something else');
    await writeFile(`${file}.recover`, '');

    await current.tick();

    expect(await readFile(file, 'utf8')).toBe('something else');
    expect(recovered).not.toHaveBeenCalled();
  });
});

describe('a keyring that was replaced in the storage', () => {
  async function openReplaced() {
    const { before, old } = someKeyrings();
    const opened = await openKeyring(before);
    const next = Keyring.generate();
    const former = before.checks().get('lookup') ?? '';
    const replace = () => opened.register.replace(former, next.checks());
    return { ...opened, before, old, next, former, replace };
  }

  it('is noticed within seconds and reported once; nothing is sealed with it, and it is not announced', async () => {
    const { current, replace, advance, announcement } = await openReplaced();
    expect(current.isReplaced).toBe(false);
    await replace();

    await advance(5_500);
    await advance(5_500);

    expect(current.isReplaced).toBe(true);
    expect(replaced).toHaveBeenCalledTimes(1);
    await expect(current.getWriteKey()).rejects.toThrow(KeyringReplaced);
    await advance(31_000);
    expect(await announcement()).toBeUndefined();
  });

  it('is noticed when a key of the new one is to be opened', async () => {
    const { current, replace, next } = await openReplaced();
    await replace();
    const sealing = new AesKeySealing(current);
    const owner = 'u_1794816486774_bbu6wl' as AccountId;
    const sealed = await new AesKeySealing(unchanging(next)).seal(ApiKey.fromEntropy(randomBytes(32)), owner);

    await expect(sealing.open({ ...sealed, issuedAt: new Date() }, owner)).rejects.toThrow(KeyringReplaced);
  });

  it('is noticed before sealing by a process that was suspended', async () => {
    const { current, replace } = await openReplaced();
    await replace();

    vi.advanceTimersByTime(60_000);

    await expect(current.getWriteKey()).rejects.toThrow(KeyringReplaced);
  });

  it('is not exchanged for the new one while the process runs, because digests were made with it', async () => {
    const { current, file, replace, next, before } = await openReplaced();
    await replace();
    await replaceKeyringFile(file, next);

    await current.tick();

    expect(current.isReplaced).toBe(true);
    expect(current.lookup.equals(before.lookup)).toBe(true);
    expect(rejected.mock.lastCall?.[0].message).toContain('restart');
    await expect(current.getWriteKey()).rejects.toThrow(KeyringReplaced);
  });

  it('is used again if the storage goes back to it', async () => {
    const { current, register, replace, advance, before, next, former, old } = await openReplaced();
    await replace();
    await advance(5_500);

    await register.replace(next.checks().get('lookup') ?? '', new Map([['lookup', former], ...before.checks()]));
    await advance(5_500);

    expect(current.isReplaced).toBe(false);
    expect((await current.getWriteKey()).kid).toBe(old);
  });

  it('cannot be opened again, and its keys are lost', async () => {
    const { register, replace, before, next, old } = await openReplaced();
    await replace();

    await expect(openKeyring(before, register)).rejects.toThrow('is a former keyring, which was replaced');
    const { current } = await openKeyring(next, register);

    expect(await current.isLost(old)).toBe(true);
    expect(await current.isLost(next.primary.kid)).toBe(false);
    expect(await current.isLost('unknown')).toBe(false);
  });

  it('is not confused with a storage that lost its data', async () => {
    const { current, register, advance } = await openReplaced();
    register.recorded.clear();

    await advance(5_500);

    expect(current.isReplaced).toBe(false);
  });
});

describe('the announcement of a holder', () => {
  it('is renewed every few seconds', async () => {
    const { before } = someKeyrings();
    const { announcement, advance } = await openKeyring(before);

    for (let second = 0; second < 40; second += 1) await advance(1_000);

    expect(await announcement()).toBeDefined();
    vi.advanceTimersByTime(31_000);
    expect(await announcement()).toBeUndefined();
  });

  it('is withdrawn for good when the process ends', async () => {
    const { before } = someKeyrings();
    const { current, announcement, advance } = await openKeyring(before);

    await current.close();
    await advance(6_000);

    expect(await announcement()).toBeUndefined();
  });

  it('precedes reading which keys are needed, so that a concurrent promotion is not missed', async () => {
    const { before, added, next } = someKeyrings();
    const register = new TestRegister();
    await register.record(before.checks());
    let seen: readonly KeyringHolder[] = [];
    register.afterAnnouncement = async () => {
      seen = await register.holders();
      await register.record(new Map([[next, added.checks().get(next) ?? '']]));
    };

    await expect(openKeyring(before, register)).rejects.toThrow(`lacks the key ${next}`);

    expect(seen).toHaveLength(1);
    expect(await register.holders()).toEqual([]);
  });

  it('precedes the use of a key, so that a concurrent retirement is not missed', async () => {
    const { added, old, next } = someKeyrings();
    const register = new TestRegister();
    await register.record(added.checks());
    register.afterAnnouncement = async () => {
      await register.change(old, 'open', 'closed');
    };

    const { current, announcement } = await openKeyring(added, register);

    expect((await current.getWriteKey()).kid).toBe(next);
    expect((await announcement())?.writes[0]).toBe(next);
  });
});
