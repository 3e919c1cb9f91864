import { describe, expect, it, vi } from 'vitest';
import { invariant } from '../../../../src/domain/invariant.ts';
import { sessionOf } from '../../../support/builders/an-account.ts';
import { ADA, ADAS_ADDRESS, anApplicationWithAda } from '../../../support/in-memory/an-application.ts';

const credentials = { ...ADA, address: ADAS_ADDRESS };
const FROM_DASHBOARD = { by: 'dashboard', address: ADAS_ADDRESS } as const;

/** Ada's key was lost with its keyring. */
async function anApplicationWithLostKey() {
  const application = await anApplicationWithAda();
  const { sealing, account, storage } = application;
  sealing.lost.add(account.key.sealed);
  const stored = async () => {
    const found = await storage.find(account.id);
    invariant(found !== undefined, 'the account exists');
    return found;
  };
  return { ...application, stored };
}

describe('a key that was lost with its keyring', () => {
  it('is replaced at the next sign-in, once, and the replacement is recorded', async () => {
    const { signIn, key, findByKey, listRotations, account } = await anApplicationWithLostKey();

    const first = await signIn.execute(credentials);
    const second = await signIn.execute(credentials);

    invariant(first.kind === 'signed-in' && second.kind === 'signed-in', 'the password still works');
    expect(first.key.reveal()).not.toBe(key.reveal());
    expect(second.key.reveal()).toBe(first.key.reveal());
    expect(await findByKey(first.key)).toMatchObject({ id: account.id });
    expect((await listRotations.execute(account.id, { limit: 5 })).records).toMatchObject([
      { by: 'api', address: ADAS_ADDRESS },
    ]);
  });

  it('is replaced by one new key for two concurrent sign-ins', async () => {
    const { signIn, listRotations, account } = await anApplicationWithLostKey();

    const outcomes = await Promise.all([signIn.execute(credentials), signIn.execute(credentials)]);

    const keys = outcomes.map((outcome) => outcome.kind === 'signed-in' && outcome.key.reveal());
    expect(keys[0]).toBe(keys[1]);
    expect((await listRotations.execute(account.id, { limit: 5 })).records).toHaveLength(1);
  });

  it('stays as it is after a wrong password', async () => {
    const { signIn, stored, account } = await anApplicationWithLostKey();

    expect(await signIn.execute({ ...credentials, password: 'wrong' })).toEqual({ kind: 'wrong-credentials' });

    expect((await stored()).key).toEqual(account.key);
  });

  it('is replaced by a sign-in to the dashboard, which says so', async () => {
    const { replaceLostKey, stored, account, revealKey } = await anApplicationWithLostKey();

    expect(await replaceLostKey.execute(account, FROM_DASHBOARD)).toBe(true);
    expect(await replaceLostKey.execute(await stored(), FROM_DASHBOARD)).toBe(false);

    expect((await revealKey.execute(account.id, FROM_DASHBOARD, sessionOf(account)))?.isReplacement).toBe(false);
  });

  it('is described as lost, and replaced when it is to be revealed', async () => {
    const { describeKey, revealKey, account, stored } = await anApplicationWithLostKey();
    expect(await describeKey.execute(account)).toMatchObject({ isLost: true });

    const obtained = await revealKey.execute(account.id, FROM_DASHBOARD, sessionOf(account));

    expect(obtained?.isReplacement).toBe(true);
    expect(await describeKey.execute(await stored())).toMatchObject({ isLost: false });
  });

  it('is not revealed for an account that is deleted meanwhile', async () => {
    const { revealKey, account, storage } = await anApplicationWithLostKey();
    vi.spyOn(storage, 'apply').mockImplementation(async () => {
      await storage.remove(account.id);
      return 'superseded';
    });

    expect(await revealKey.execute(account.id, FROM_DASHBOARD, sessionOf(account))).toBeUndefined();
  });
});

describe('replacing all keys', () => {
  const GRACE = { ...ADA, email: 'grace@example.com', name: 'Grace' };

  it('replaces those of all accounts', async () => {
    const { rotateAllKeys, openAccount, findByKey, key } = await anApplicationWithLostKey();
    const grace = await openAccount.execute(GRACE);
    invariant(grace.kind === 'opened', "Grace's account is opened");

    const rotated = await Array.fromAsync(rotateAllKeys.execute({ onlyLost: false }));

    expect(rotated.map(({ account }) => account.email).toSorted()).toEqual(['ada@example.com', 'grace@example.com']);
    for (const { account, key: issued } of rotated) {
      expect(await findByKey(issued)).toMatchObject({ id: account.id });
    }
    for (const former of [key, grace.key]) expect(await findByKey(former)).toBeUndefined();
  });

  it('leaves valid keys unchanged if only lost ones are to be replaced', async () => {
    const { rotateAllKeys, openAccount, findByKey } = await anApplicationWithLostKey();
    const grace = await openAccount.execute(GRACE);
    invariant(grace.kind === 'opened', "Grace's account is opened");

    const rotated = await Array.fromAsync(rotateAllKeys.execute({ onlyLost: true }));

    expect(rotated.map(({ account }) => account.email)).toEqual(['ada@example.com']);
    expect(await findByKey(grace.key)).toMatchObject({ email: 'grace@example.com' });
    expect(await Array.fromAsync(rotateAllKeys.execute({ onlyLost: true }))).toEqual([]);
  });
});
