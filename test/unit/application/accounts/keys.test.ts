import { describe, expect, it, vi } from 'vitest';
import type { KeyStorage } from '../../../../src/application/ports/key-storage.ts';
import { StorageUnavailable } from '../../../../src/application/ports/storage/storage-unavailable.ts';
import type { PasswordHash } from '../../../../src/domain/accounts/account.ts';
import { ApiKey } from '../../../../src/domain/accounts/api-key.ts';
import type { RotationOrigin } from '../../../../src/domain/accounts/key-rotation.ts';
import { keyOf, sessionOf } from '../../../support/builders/an-account.ts';
import { ADA, ADAS_ADDRESS, anApplicationWithAda } from '../../../support/in-memory/an-application.ts';

const origin: RotationOrigin = { by: 'api', address: ADAS_ADDRESS };
const credentials = { ...ADA, address: ADAS_ADDRESS };
const unknownKey = ApiKey.fromEntropy(new Uint8Array(32));

describe('signing in', () => {
  it('returns the existing key every time', async () => {
    const { signIn, key } = await anApplicationWithAda();

    const first = await signIn.execute(credentials);
    const second = await signIn.execute({ ...credentials, email: ' ada@EXAMPLE.com' });

    for (const outcome of [first, second]) {
      expect(outcome.kind === 'signed-in' && outcome.key.reveal()).toBe(key.reveal());
    }
  });

  it.each([
    ['a wrong password', { password: 'wrong' }],
    ['an empty password', { password: '' }],
    ['an unknown e-mail', { email: 'eve@example.com' }],
    ['a malformed e-mail', { email: 'ada' }],
  ])('returns the same outcome for %s', async (_, wrong) => {
    const { signIn } = await anApplicationWithAda();

    expect(await signIn.execute({ ...credentials, ...wrong })).toEqual({ kind: 'wrong-credentials' });
  });

  it.each([
    ['a wrong password', { password: 'wrong' }],
    ['an unknown e-mail', { email: 'eve@example.com' }],
    ['a malformed e-mail', { email: 'ada' }],
  ])('does the same work for %s: one gate entry, one count, one verification', async (_, wrong) => {
    const { signIn, gate, passwords, throttle } = await anApplicationWithAda();
    const work = [vi.spyOn(gate, 'enter'), vi.spyOn(throttle, 'count'), vi.spyOn(passwords, 'verify')];
    const others = [vi.spyOn(passwords, 'hash'), vi.spyOn(throttle, 'recordSuccess'), vi.spyOn(throttle, 'withdraw')];

    await signIn.execute({ ...credentials, ...wrong });

    expect(work.map(({ mock }) => mock.calls.length)).toEqual([1, 1, 1]);
    expect(others.map(({ mock }) => mock.calls.length)).toEqual([0, 0, 0]);
  });

  it('counts a failure before checking the password, and resets the count after a success', async () => {
    const { signIn, throttle, clock } = await anApplicationWithAda();

    await signIn.execute({ ...credentials, password: 'wrong' });
    expect(throttle.failures).toEqual([{ email: 'ada@example.com', address: ADAS_ADDRESS, at: clock.now() }]);

    await signIn.execute(credentials);
    expect(throttle.failures).toEqual([]);
  });

  it('throttles even the right password after too many failures', async () => {
    const { signIn, throttle, rejectionDelay } = await anApplicationWithAda();
    throttle.limit = 1;
    await signIn.execute({ ...credentials, password: 'wrong' });
    expect(rejectionDelay.count).toBe(0);

    expect(await signIn.execute(credentials)).toEqual({ kind: 'throttled', waitMs: 60_000 });
    expect(rejectionDelay.count).toBe(1);
  });

  it('reports busy when too many passwords are being hashed, without counting a failure', async () => {
    const { signIn, gate, throttle } = await anApplicationWithAda();
    gate.busy = true;

    expect(await signIn.execute(credentials)).toEqual({ kind: 'busy' });
    expect(throttle.failures).toEqual([]);
  });

  it('reports busy without reading storage when there is no room for another password', async () => {
    const { signIn, gate, throttle, storage, rejectionDelay } = await anApplicationWithAda();
    gate.busy = true;
    const reads = [vi.spyOn(throttle, 'waitMs'), vi.spyOn(storage, 'findByEmail')];

    expect(await signIn.execute(credentials)).toEqual({ kind: 'busy' });
    expect(reads.map(({ mock }) => mock.calls.length)).toEqual([0, 0]);
    expect(rejectionDelay.count).toBe(1);
  });

  it('reports busy when the queue filled up while the throttle was read', async () => {
    const { signIn, gate, throttle } = await anApplicationWithAda();
    vi.spyOn(throttle, 'waitMs').mockImplementationOnce(async () => {
      gate.busy = true;
      return 0;
    });

    expect(await signIn.execute(credentials)).toEqual({ kind: 'busy' });
    expect(throttle.failures).toEqual([]);
  });

  it('does not count an attempt that an outage interrupted', async () => {
    const { signIn, throttle, storage } = await anApplicationWithAda();
    const outage = new StorageUnavailable('the test', new Error('connection reset'));
    vi.spyOn(storage, 'findByEmail').mockRejectedValueOnce(outage);

    await expect(signIn.execute(credentials)).rejects.toBe(outage);
    expect(throttle.failures).toEqual([]);
  });

  it('rehashes the password when its hash is outdated', async () => {
    const { signIn, storage, account } = await anApplicationWithAda();
    await storage.rehashPassword(account.id, account.passwordHash, `old:${ADA.password}` as PasswordHash);

    expect((await signIn.execute(credentials)).kind).toBe('signed-in');
    expect((await storage.find(account.id))?.passwordHash).toBe(`new:${ADA.password}`);
  });
});

describe('RotatePresentedKey', () => {
  it('retires the presented key and returns a new one', async () => {
    const { rotatePresentedKey, findByKey, key, account } = await anApplicationWithAda();

    const outcome = await rotatePresentedKey.execute(account.id, keyOf(account), origin);

    expect(await findByKey(key)).toBeUndefined();
    expect(outcome.kind === 'rotated' && (await findByKey(outcome.key))).toMatchObject({
      id: account.id,
    });
  });

  it('rejects an unknown key', async () => {
    const { authenticateKey, rotatePresentedKey, account } = await anApplicationWithAda();

    const credential = authenticateKey.credentialOf(unknownKey);

    expect(await rotatePresentedKey.execute(account.id, credential, origin)).toEqual({ kind: 'unauthorized' });
  });

  it('succeeds for exactly one of several concurrent requests with the same key', async () => {
    const { rotatePresentedKey, account } = await anApplicationWithAda();

    const outcomes = await Promise.all(
      Array.from({ length: 20 }, () => rotatePresentedKey.execute(account.id, keyOf(account), origin)),
    );

    expect(outcomes.filter(({ kind }) => kind === 'rotated')).toHaveLength(1);
  });

  it('succeeds when the reply of the storage was lost but the rotation was applied', async () => {
    const { storage, account, findByKey, rotatePresentedKey } = await anApplicationWithAda();
    lose(storage, 'reply');

    const outcome = await rotatePresentedKey.execute(account.id, keyOf(account), origin);

    expect(outcome.kind === 'rotated' && (await findByKey(outcome.key))).toBeTruthy();
  });

  it('fails and leaves the key valid when the storage never received the rotation', async () => {
    const { storage, account, key, findByKey, rotatePresentedKey } = await anApplicationWithAda();
    lose(storage, 'request');

    await expect(rotatePresentedKey.execute(account.id, keyOf(account), origin)).rejects.toBeInstanceOf(
      StorageUnavailable,
    );
    expect(await findByKey(key)).toBeTruthy();
  });
});

describe('RotateOwnKey', () => {
  const fromDashboard: RotationOrigin = { by: 'dashboard', address: ADAS_ADDRESS };

  it('retires the current key and records the origin', async () => {
    const { rotateOwnKey, findByKey, listRotations, account, key } = await anApplicationWithAda();

    const outcome = await rotateOwnKey.execute(account.id, fromDashboard, sessionOf(account));

    expect(await findByKey(key)).toBeUndefined();
    expect(outcome.kind === 'rotated' && (await findByKey(outcome.key))).toMatchObject({
      id: account.id,
    });
    expect((await listRotations.execute(account.id, { limit: 10 })).records).toMatchObject([fromDashboard]);
  });

  it('is superseded for all but one of several concurrent requests', async () => {
    const { rotateOwnKey, account } = await anApplicationWithAda();

    const outcomes = await Promise.all(
      Array.from({ length: 20 }, () => rotateOwnKey.execute(account.id, fromDashboard, sessionOf(account))),
    );

    expect(outcomes.filter(({ kind }) => kind === 'rotated')).toHaveLength(1);
    expect(outcomes.filter(({ kind }) => kind === 'superseded')).toHaveLength(19);
  });

  it('returns not-found for a removed account', async () => {
    const { rotateOwnKey, storage, account } = await anApplicationWithAda();
    await storage.remove(account.id);

    expect(await rotateOwnKey.execute(account.id, fromDashboard, sessionOf(account))).toEqual({ kind: 'not-found' });
  });
});

describe('revealing a key', () => {
  it('shows an account its own key', async () => {
    const { revealKey, account, key } = await anApplicationWithAda();

    expect((await revealKey.execute(account.id, origin, sessionOf(account)))?.key.reveal()).toBe(key.reveal());
  });
});

describe('listing rotations', () => {
  it('returns where the next page begins, and nothing on the last one', async () => {
    const { authenticateKey, rotatePresentedKey, listRotations, account, key } = await anApplicationWithAda();
    let current = key;
    for (let count = 0; count < 3; count += 1) {
      const credential = authenticateKey.credentialOf(current);
      const outcome = await rotatePresentedKey.execute(account.id, credential, origin);
      if (outcome.kind === 'rotated') current = outcome.key;
    }

    const first = await listRotations.execute(account.id, { limit: 2 });
    const second = await listRotations.execute(account.id, { before: first.next, limit: 2 });

    expect(first.records.map(({ number }) => number)).toEqual([3, 2]);
    expect(second.records.map(({ number }) => number)).toEqual([1]);
    expect(second.next).toBeUndefined();
  });
});

/** The storage loses the request or the reply of the next rotation. */
function lose(storage: KeyStorage, what: 'request' | 'reply'): void {
  const apply = storage.apply.bind(storage);
  vi.spyOn(storage, 'apply').mockImplementationOnce(async (rotation) => {
    if (what === 'reply') await apply(rotation);
    throw new StorageUnavailable('the test', new Error('connection reset'));
  });
}
