import { describe, expect, it, vi } from 'vitest';
import type { KeyDigest, SealedKey } from '../../../../src/domain/accounts/api-key.ts';
import { KeyRotation } from '../../../../src/domain/accounts/key-rotation.ts';
import { interruptNext } from '../../../support/record-calls.ts';
import { aKeyringFixture } from '../../../support/storage/keyring-fixture.ts';

const ignoreProgress = { progress: () => {}, broken: () => {}, brokenSecret: () => {} };

describe('promoting an encryption key', () => {
  it('puts it first, and requires it on every instance', async () => {
    const { promote, keys, standingOf, announce } = aKeyringFixture('k1', 'k2');
    await announce('one', ['k1', 'k2'], ['k1']);

    expect(await promote.execute('k2')).toMatchObject({ kind: 'promoted' });

    expect(keys.kids).toEqual(['k2', 'k1']);
    expect(await standingOf('k2')).toBe('open');
  });

  it('is rejected while a live instance cannot read it, and names that instance', async () => {
    const { promote, keys, register, announce } = aKeyringFixture('k1', 'k2');
    await announce('one', ['k1', 'k2'], ['k1']);
    await announce('other', ['k1'], ['k1']);

    const outcome = await promote.execute('k2');

    expect(outcome).toMatchObject({ kind: 'not-everywhere', holders: [{ id: 'other' }] });
    expect(keys.kids).toEqual(['k1', 'k2']);
    expect((await register.keys()).has('k2')).toBe(false);
  });

  it('is rejected when an instance without it starts concurrently', async () => {
    const { promote, keys, register, announce } = aKeyringFixture('k1', 'k2');
    interruptNext(register, 'record', () => announce('late', ['k1'], ['k1']));

    expect(await promote.execute('k2')).toMatchObject({ kind: 'not-everywhere', holders: [{ id: 'late' }] });
    expect(keys.kids).toEqual(['k1', 'k2']);
  });

  it('is idempotent', async () => {
    const { promote, keys } = aKeyringFixture('k1', 'k2');

    await promote.execute('k2');
    expect(await promote.execute('k2')).toMatchObject({ kind: 'promoted' });

    expect(keys.kids).toEqual(['k2', 'k1']);
  });

  it('is rejected for a missing key and for a retired one', async () => {
    const { promote, register } = aKeyringFixture('k1', 'k2');
    await register.record(new Map([['k2', 'check of k2']]));
    await register.change('k2', 'open', 'retired');

    expect(await promote.execute('k3')).toEqual({ kind: 'unknown' });
    expect(await promote.execute('k2')).toEqual({ kind: 'retired' });
  });

  it('reopens a key that a retirement left closed', async () => {
    const { promote, register, standingOf } = aKeyringFixture('k1', 'k2');
    await register.record(new Map([['k2', 'check of k2']]));
    await register.change('k2', 'open', 'closed');

    expect(await promote.execute('k2')).toMatchObject({ kind: 'promoted' });
    expect(await standingOf('k2')).toBe('open');
  });
});

describe('resealing every key', () => {
  it('reseals all accounts and counts them', async () => {
    const { reencrypt, addAccountSealedWith, sealedWith } = aKeyringFixture('k2', 'k1');
    for (let count = 0; count < 20; count += 1) await addAccountSealedWith('k1');
    await addAccountSealedWith('k2');
    const progress = vi.fn();

    const outcome = await reencrypt.execute({ ...ignoreProgress, progress });

    const counts = { resealed: 20, already: 1, total: 21 };
    const secrets = { resealed: 0, already: 0, total: 0 };
    expect(outcome).toEqual({ kind: 'done', kid: 'k2', counts, secrets, lost: 0, lostSecrets: 0, stragglers: [] });
    expect(new Set(await sealedWith())).toEqual(new Set(['k2']));
    expect(progress).toHaveBeenLastCalledWith(counts);
    expect(await reencrypt.execute(ignoreProgress)).toMatchObject({ counts: { resealed: 0, already: 21, total: 21 } });
  });

  it('changes nothing but the sealed form of the key', async () => {
    const { reencrypt, addAccountSealedWith, storage, sealing } = aKeyringFixture('k2', 'k1');
    const account = await addAccountSealedWith('k1');
    const key = await sealing.open(account.key);

    await reencrypt.execute(ignoreProgress);

    const sealed = `k2 ${key.reveal()}` as SealedKey;
    expect(await storage.find(account.id)).toEqual(account.withKey({ ...account.key, sealed }));
    expect(await storage.rotations(account.id, { limit: 10 })).toEqual([]);
  });

  it('lets a concurrent rotation win, and reseals its key too', async () => {
    const { reencrypt, addAccountSealedWith, storage, sealing } = aKeyringFixture('k2', 'k1');
    const account = await addAccountSealedWith('k1');
    const other = await addAccountSealedWith('k1');
    const issued = { ...other.key, digest: 'digest of the new key' as KeyDigest };
    const rotation = KeyRotation.of(account.id, account.key.digest, issued, { by: 'api', address: null });
    interruptNext(storage, 'reseal', () => storage.apply(rotation));

    const outcome = await reencrypt.execute(ignoreProgress);

    expect(outcome).toMatchObject({ counts: { resealed: 2, already: 0, total: 2 } });
    const held = await storage.find(account.id);
    expect(held?.key.digest).toBe('digest of the new key');
    expect(held && sealing.sealedWith(held.key.sealed)).toBe('k2');
  });

  it('ignores an account that is deleted concurrently', async () => {
    const { reencrypt, addAccountSealedWith, storage } = aKeyringFixture('k2', 'k1');
    const account = await addAccountSealedWith('k1');
    interruptNext(storage, 'reseal', () => storage.remove(account.id));

    expect(await reencrypt.execute(ignoreProgress)).toMatchObject({ counts: { resealed: 0, already: 0, total: 0 } });
  });

  it('reports an account whose key does not open, and reseals the others', async () => {
    const { reencrypt, addAccountSealedWith, sealedWith } = aKeyringFixture('k2', 'k1');
    await addAccountSealedWith('k1');
    const lost = await addAccountSealedWith('lost');
    await addAccountSealedWith('k1');
    const broken = vi.fn();

    const outcome = await reencrypt.execute({ ...ignoreProgress, broken });

    expect(outcome).toMatchObject({ counts: { resealed: 2, already: 0, total: 3 } });
    expect(broken.mock.calls).toEqual([[lost.id]]);
    expect(await sealedWith()).toEqual(['k2', 'lost', 'k2']);
  });

  it('is rejected while a live instance cannot read the key', async () => {
    const { reencrypt, addAccountSealedWith, sealedWith, announce } = aKeyringFixture('k2', 'k1');
    await addAccountSealedWith('k1');
    await announce('other', ['k1'], ['k1']);

    const outcome = await reencrypt.execute(ignoreProgress);

    expect(outcome).toMatchObject({ kind: 'not-everywhere', kid: 'k2', holders: [{ id: 'other' }] });
    expect(await sealedWith()).toEqual(['k1']);
  });

  it('reports instances that still seal with another key, or recently did', async () => {
    const { reencrypt, announce } = aKeyringFixture('k2', 'k1');
    await announce('done', ['k1', 'k2'], ['k2']);
    await announce('late', ['k1', 'k2'], ['k1']);
    await announce('about', ['k1', 'k2'], ['k2', 'k1']);

    const outcome = await reencrypt.execute(ignoreProgress);

    expect(outcome).toMatchObject({ kind: 'done', stragglers: [{ id: 'late' }, { id: 'about' }] });
    expect(await reencrypt.findLaggingHolders()).toMatchObject([{ id: 'late' }, { id: 'about' }]);
  });
});

describe('retiring an encryption key', () => {
  it('removes it and records that it was retired', async () => {
    const { retire, keys, standingOf, addAccountSealedWith, announce } = aKeyringFixture('k2', 'k1');
    await addAccountSealedWith('k2');
    await announce('one', ['k1', 'k2'], ['k2']);

    expect(await retire.execute('k1')).toMatchObject({ kind: 'retired', state: { file: 'keyring.json' } });

    expect(keys.kids).toEqual(['k2']);
    expect(await standingOf('k1')).toBe('retired');
  });

  it('is rejected for the primary key and for a missing one', async () => {
    const { retire, keys } = aKeyringFixture('k1');

    expect(await retire.execute('k1')).toEqual({ kind: 'primary' });
    expect(await retire.execute('k2')).toEqual({ kind: 'unknown' });
    expect(keys.kids).toEqual(['k1']);
  });

  it('is rejected while an account is sealed with it, and leaves the key open', async () => {
    const { retire, keys, standingOf, addAccountSealedWith } = aKeyringFixture('k2', 'k1');
    await addAccountSealedWith('k1');
    await addAccountSealedWith('k2');

    expect(await retire.execute('k1')).toEqual({ kind: 'needed', accounts: 1, webhooks: 0 });

    expect(keys.kids).toEqual(['k2', 'k1']);
    expect(await standingOf('k1')).toBe('open');
  });

  it.each([[['k1']], [['k2', 'k1']]])('is rejected while an instance writes with %j', async (writes) => {
    const { retire, keys, announce, standingOf } = aKeyringFixture('k2', 'k1');
    await announce('other', ['k1', 'k2'], writes);

    expect(await retire.execute('k1')).toMatchObject({ kind: 'in-use', holders: [{ id: 'other' }] });

    expect(keys.kids).toEqual(['k2', 'k1']);
    expect(await standingOf('k1')).toBe('open');
  });

  it('detects an instance that began to write with it right before it was closed', async () => {
    const { retire, keys, register, announce, standingOf } = aKeyringFixture('k2', 'k1');
    interruptNext(register, 'change', () => announce('late', ['k1', 'k2'], ['k1']));

    expect(await retire.execute('k1')).toMatchObject({ kind: 'in-use', holders: [{ id: 'late' }] });

    expect(keys.kids).toEqual(['k2', 'k1']);
    expect(await standingOf('k1')).toBe('open');
  });

  it('detects an account that was sealed with it right before it was closed', async () => {
    const { retire, register, addAccountSealedWith } = aKeyringFixture('k2', 'k1');
    interruptNext(register, 'change', () => addAccountSealedWith('k1'));

    expect(await retire.execute('k1')).toEqual({ kind: 'needed', accounts: 1, webhooks: 0 });
  });

  it('loses to a concurrent promotion of the same key', async () => {
    const { retire, promote, keys, storage, standingOf } = aKeyringFixture('k2', 'k1');
    const all = storage.all.bind(storage);
    vi.spyOn(storage, 'all').mockImplementationOnce(async function* () {
      await promote.execute('k1');
      yield* all();
    });

    expect(await retire.execute('k1')).toEqual({ kind: 'superseded' });

    expect(keys.kids).toEqual(['k1', 'k2']);
    expect(await standingOf('k1')).toBe('open');
  });

  it('completes a retirement that was interrupted before the file was changed', async () => {
    const { retire, keys, register } = aKeyringFixture('k2', 'k1');
    vi.spyOn(keys, 'remove').mockRejectedValueOnce(new Error('disk full'));
    await expect(retire.execute('k1')).rejects.toThrow('disk full');
    expect((await register.keys()).get('k1')?.standing).toBe('retired');

    expect(await retire.execute('k1')).toMatchObject({ kind: 'retired' });
    expect(keys.kids).toEqual(['k2']);
  });
});

describe('adding an encryption key', () => {
  it('returns the id of a key that does not write yet', async () => {
    const { add, sealing, register } = aKeyringFixture('k1');

    expect(await add()).toMatchObject({ kid: 'k2', file: 'keyring.json' });

    expect(await sealing.writesWith()).toBe('k1');
    expect((await register.keys()).size).toBe(0);
  });
});
