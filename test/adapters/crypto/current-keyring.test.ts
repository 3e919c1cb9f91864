import { chmod, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { CurrentKeyring } from '../../../src/adapters/outbound/crypto/current-keyring.ts';
import { Keyring } from '../../../src/adapters/outbound/crypto/keyring.ts';
import { createKeyringFile, replaceKeyringFile } from '../../../src/adapters/outbound/crypto/keyring-file.ts';
import type { KeyringHolder } from '../../../src/application/ports/keyring-register.ts';
import { StorageUnavailable } from '../../../src/application/ports/storage-unavailable.ts';
import { invariant } from '../../../src/domain/invariant.ts';
import { InMemoryKeyringRegister } from '../../support/in-memory/in-memory-keyring-register.ts';
import { createTestFolder } from '../../support/service/test-resources.ts';

/** What an operator's file goes through. */
function aChangeOfKeys() {
  const before = Keyring.generate();
  const added = before.withNewKey();
  const [old, chosen] = added.kids;
  invariant(old !== undefined && chosen !== undefined, 'there are two keys');
  const promoted = added.withPrimary(chosen);
  const after = promoted?.without(old);
  invariant(promoted !== undefined && after !== undefined, 'the other key can be promoted and the old one removed');
  return { before, added, promoted, after, old, chosen };
}

/** Can be away, and lets others come in between. */
class TestRegister extends InMemoryKeyringRegister {
  away = false;
  announcements = 0;
  afterAnnouncement = async (): Promise<void> => {};

  override async announce(holder: KeyringHolder, forMs: number): Promise<void> {
    if (this.away) throw new StorageUnavailable('the test', new Error('away'));
    this.announcements += 1;
    await super.announce(holder, forMs);
    await this.afterAnnouncement();
  }
}

const changed = vi.fn();
const refused = vi.fn();

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date', 'performance'] });
  vi.clearAllMocks();
});
afterEach(() => {
  vi.useRealTimers();
});

async function opened(keyring: Keyring, register = new TestRegister()) {
  const file = join(await createTestFolder(), 'keyring.json');
  await createKeyringFile(file, keyring);
  const current = await CurrentKeyring.open(register, { file, createWhenMissing: false }, { changed, refused });
  const told = async () => (await register.holders()).find(({ id }) => id === current.id);
  const passes = async (ms: number) => {
    vi.advanceTimersByTime(ms);
    await current.tick();
  };
  return { current, file, register, told, passes };
}

describe('a changed keyring file', () => {
  it('is followed, and told to the storage, without a restart', async () => {
    const { before, added, promoted, old, chosen } = aChangeOfKeys();
    const { current, file, told } = await opened(before);
    expect(await told()).toMatchObject({ reads: [old], writes: [old] });

    await replaceKeyringFile(file, added);
    await current.tick();
    expect(await told()).toMatchObject({ reads: [old, chosen], writes: [old] });
    expect((await current.writing()).kid).toBe(old);

    await replaceKeyringFile(file, promoted);
    await current.tick();
    expect((await current.writing()).kid).toBe(chosen);
    expect((await told())?.reads.toSorted()).toEqual([old, chosen].toSorted());
    expect(changed).toHaveBeenCalledTimes(2);
    expect(refused).not.toHaveBeenCalled();
  });

  it('is read at once when a key is needed that the keyring does not hold', async () => {
    const { before, added, chosen } = aChangeOfKeys();
    const { current, file } = await opened(before);
    expect(await current.reading(chosen)).toBeUndefined();
    await replaceKeyringFile(file, added);

    const keys = await Promise.all([current.reading(chosen), current.reading(chosen)]);

    expect(keys.map((key) => key?.kid)).toEqual([chosen, chosen]);
  });

  it('is not read again as long as it stays the same', async () => {
    const { before } = aChangeOfKeys();
    const { current } = await opened(before);

    await current.tick();
    await current.tick();

    expect(changed).not.toHaveBeenCalled();
  });

  it('is tried again when the storage was away', async () => {
    const { before, added, chosen } = aChangeOfKeys();
    const { current, file, register, told } = await opened(before);
    await replaceKeyringFile(file, added);
    register.away = true;
    await expect(current.tick()).rejects.toThrow(StorageUnavailable);

    register.away = false;
    await current.tick();

    expect((await told())?.reads).toContain(chosen);
  });

  it.each<[string, (file: string, before: Keyring) => Promise<void>]>([
    ['others can read it', (file) => chmod(file, 0o644)],
    ['it is damaged', (file) => writeFile(file, '{')],
    ['it is another keyring', (file) => replaceKeyringFile(file, Keyring.generate())],
    [
      'its look-up key is another one',
      (file, { encryption }) => replaceKeyringFile(file, new Keyring(Keyring.generate().lookup, encryption)),
    ],
  ])('is refused when %s: once told, and the former one stays', async (_, damage) => {
    const { before, old } = aChangeOfKeys();
    const { current, file, told } = await opened(before);
    const { lookup } = current;
    await damage(file, before);

    await current.tick();
    await current.tick();

    expect(refused).toHaveBeenCalledTimes(1);
    expect((await current.writing()).kid).toBe(old);
    expect((await current.reading(old))?.kid).toBe(old);
    expect(current.lookup).toBe(lookup);
    expect(await told()).toMatchObject({ reads: [old], writes: [old] });
  });

  it('is refused when it lacks a key that is in use elsewhere, until it is mended', async () => {
    const { before, added, promoted, chosen } = aChangeOfKeys();
    const { current, file, register } = await opened(added);
    await register.record(new Map([[chosen, added.checks().get(chosen) ?? '']]));
    await replaceKeyringFile(file, before);
    await current.tick();
    expect(refused).toHaveBeenCalledTimes(1);
    expect((await current.reading(chosen))?.kid).toBe(chosen);

    await replaceKeyringFile(file, promoted);
    await current.tick();

    expect((await current.writing()).kid).toBe(chosen);
  });
});

describe('a key that no longer writes', () => {
  it('is told as written with until the last requests are over', async () => {
    const { added, promoted, old, chosen } = aChangeOfKeys();
    const { current, file, told, passes } = await opened(added);
    await replaceKeyringFile(file, promoted);

    await current.tick();
    expect((await told())?.writes).toEqual([chosen, old]);
    await passes(5_500);
    expect((await told())?.writes).toEqual([chosen, old]);
    await passes(1_000);
    expect((await told())?.writes).toEqual([chosen]);
  });

  it('is replaced by the next one as soon as it is closed, although the file says otherwise', async () => {
    const { added, old, chosen } = aChangeOfKeys();
    const { current, register, told, passes } = await opened(added);
    await register.record(added.checks());
    await register.change(old, 'open', 'closed');

    await passes(5_500);
    expect((await current.writing()).kid).toBe(chosen);
    await passes(6_500);
    expect((await told())?.writes).toEqual([chosen]);

    await register.change(old, 'closed', 'open');
    await passes(5_500);
    expect((await current.writing()).kid).toBe(old);
  });

  it('still reads for a moment after it left the file: a request may hold what was sealed with it', async () => {
    const { promoted, after, old } = aChangeOfKeys();
    const { current, file, register, passes } = await opened(promoted);
    await register.record(promoted.checks());
    await register.change(old, 'open', 'retired');
    await replaceKeyringFile(file, after);

    await current.tick();
    expect((await current.reading(old))?.kid).toBe(old);
    await passes(6_500);
    expect(await current.reading(old)).toBeUndefined();
  });
});

describe('sealing', () => {
  it('asks the storage first when it has not heard from us for a while', async () => {
    const { added, old, chosen } = aChangeOfKeys();
    const { current, register } = await opened(added);
    await register.record(added.checks());
    await register.change(old, 'open', 'retired');
    expect((await current.writing()).kid).toBe(old);

    vi.advanceTimersByTime(11_000);

    expect((await current.writing()).kid).toBe(chosen);
  });

  it('fails when the storage cannot be asked, all who wait together', async () => {
    const { before } = aChangeOfKeys();
    const { current, register } = await opened(before);
    vi.advanceTimersByTime(11_000);
    register.away = true;

    const attempts = await Promise.allSettled([current.writing(), current.writing(), current.writing()]);

    expect(attempts.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
    register.away = false;
    const told = register.announcements;
    await Promise.all([current.writing(), current.writing(), current.writing()]);
    expect(register.announcements).toBe(told + 1);
  });
});

describe('being a holder', () => {
  it('is told anew every few seconds', async () => {
    const { before } = aChangeOfKeys();
    const { told, passes } = await opened(before);

    for (let second = 0; second < 40; second += 1) await passes(1_000);

    expect(await told()).toBeDefined();
    vi.advanceTimersByTime(31_000);
    expect(await told()).toBeUndefined();
  });

  it('ends with the process, for good', async () => {
    const { before } = aChangeOfKeys();
    const { current, told, passes } = await opened(before);

    await current.close();
    await passes(6_000);

    expect(await told()).toBeUndefined();
  });

  it('is told before it is looked at which keys are needed, so that a promotion at that moment is not missed', async () => {
    const { before, added, chosen } = aChangeOfKeys();
    const register = new TestRegister();
    await register.record(before.checks());
    let seen: readonly KeyringHolder[] = [];
    register.afterAnnouncement = async () => {
      seen = await register.holders();
      await register.record(new Map([[chosen, added.checks().get(chosen) ?? '']]));
    };

    await expect(opened(before, register)).rejects.toThrow(`lacks the key ${chosen}`);

    expect(seen).toHaveLength(1);
    expect(await register.holders()).toEqual([]);
  });

  it('is told before a key is used, so that a retirement at that moment is not missed', async () => {
    const { added, old, chosen } = aChangeOfKeys();
    const register = new TestRegister();
    await register.record(added.checks());
    register.afterAnnouncement = async () => {
      await register.change(old, 'open', 'closed');
    };

    const { current, told } = await opened(added, register);

    expect((await current.writing()).kid).toBe(chosen);
    expect((await told())?.writes[0]).toBe(chosen);
  });
});
