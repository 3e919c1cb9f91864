import { describe, expect, it } from 'vitest';
import type { Email } from '../../../../src/domain/accounts/account.ts';
import { ADA, ADAS_ADDRESS, anApplication, anApplicationWithAda } from '../../../support/in-memory/an-application.ts';

const email = 'ada@example.com' as Email;

describe('opening an account', () => {
  it('returns an account with a valid key', async () => {
    const { account, key, findByKey } = await anApplicationWithAda();

    expect(account).toMatchObject({ email: 'ada@example.com', name: 'Ada' });
    expect(await findByKey(key)).toEqual({ id: account.id, email: account.email, name: account.name });
  });

  it('rejects a second one with the same e-mail in different case', async () => {
    const { openAccount } = await anApplicationWithAda();

    expect(await openAccount.execute({ ...ADA, email: ' ADA@EXAMPLE.COM ' })).toEqual({ kind: 'email-taken' });
  });

  it('reports all problems together', async () => {
    const { openAccount } = anApplication();

    expect(await openAccount.execute({ email: 'ada', name: '', password: 'short' })).toEqual({
      kind: 'invalid',
      problems: [
        { path: 'email', problem: 'malformed', text: 'must be an e-mail address' },
        { path: 'name', problem: 'malformed', text: 'must have 1 to 100 characters, none of them control characters' },
        { path: 'password', problem: 'too-short', text: 'must have at least 12 characters' },
      ],
    });
  });

  it('reports busy when too many passwords are being hashed', async () => {
    const { openAccount, gate } = anApplication();
    gate.busy = true;

    expect(await openAccount.execute(ADA)).toEqual({ kind: 'busy' });
  });
});

describe('signing up', () => {
  it('opens an account, and makes its address known for signing in', async () => {
    const { signUp, throttle, findByKey } = anApplication();

    const outcome = await signUp.execute(ADA, ADAS_ADDRESS);

    expect(outcome.kind === 'opened' && (await findByKey(outcome.key))).toMatchObject({ email });
    expect(throttle.known).toEqual([ADAS_ADDRESS]);
  });

  it('opens no account when there were too many sign-ups', async () => {
    const { signUp, signUpThrottle, listAccounts } = anApplication();
    signUpThrottle.limit = 1;
    await signUp.execute(ADA, ADAS_ADDRESS);

    const outcome = await signUp.execute({ ...ADA, email: 'eve@example.com' }, ADAS_ADDRESS);

    expect(outcome).toEqual({ kind: 'throttled', waitMs: 60_000 });
    expect(await listAccounts.execute()).toHaveLength(1);
  });

  it('counts a taken e-mail, but neither an invalid application nor one that was too much', async () => {
    const { signUp, signUpThrottle, gate } = await anApplicationWithAda();

    expect(await signUp.execute(ADA, ADAS_ADDRESS)).toEqual({ kind: 'email-taken' });
    expect(await signUp.execute({ ...ADA, name: '' }, ADAS_ADDRESS)).toMatchObject({ kind: 'invalid' });
    gate.busy = true;
    expect(await signUp.execute({ ...ADA, email: 'eve@example.com' }, ADAS_ADDRESS)).toEqual({ kind: 'busy' });
    expect(signUpThrottle.addresses).toEqual([ADAS_ADDRESS]);
  });
});

describe('the first account', () => {
  it('is offered for half an hour if there has never been one', async () => {
    const { offerSetup } = anApplication();

    expect(await offerSetup.execute()).toBe('until 2026-11-15T12:30:00.000Z');
  });

  it('is no longer offered once there has been one, even if it was removed', async () => {
    const { offerSetup, deleteAccount } = await anApplicationWithAda();
    expect(await offerSetup.execute()).toBeUndefined();

    await deleteAccount.execute(email);
    expect(await offerSetup.execute()).toBeUndefined();
  });

  it('is opened from the configuration only if there has never been one', async () => {
    const { openFirstAccount, listAccounts } = anApplication();

    expect(await openFirstAccount.execute(ADA)).toMatchObject({ kind: 'opened' });
    expect(await openFirstAccount.execute({ ...ADA, email: 'eve@example.com' })).toEqual({ kind: 'not-needed' });
    expect(await listAccounts.execute()).toHaveLength(1);
  });

  it('can be set up until there has been one, and never again', async () => {
    const { checkSetup, openAccount, deleteAccount } = anApplication();
    expect(await checkSetup.execute()).toBe('open');

    await openAccount.execute(ADA);
    expect(await checkSetup.execute()).toBe('done');

    await deleteAccount.execute(email);
    expect(await checkSetup.execute()).toBe('done');
  });

  it('is opened only once with the offered token', async () => {
    const { offerSetup, claimSetup, findByKey, listAccounts, throttle } = anApplication();
    const token = (await offerSetup.execute()) ?? '';

    const outcome = await claimSetup.execute(token, ADA, ADAS_ADDRESS);

    expect(throttle.known).toEqual([ADAS_ADDRESS]);
    expect(outcome.kind === 'opened' && (await findByKey(outcome.key))).toMatchObject({ email });
    expect(await claimSetup.execute(token, { ...ADA, email: 'eve@example.com' }, ADAS_ADDRESS)).toEqual({
      kind: 'already-set-up',
    });
    expect(await listAccounts.execute()).toHaveLength(1);
  });

  it('is not opened with an expired or unknown token', async () => {
    const { offerSetup, claimSetup, clock, listAccounts } = anApplication();
    const token = (await offerSetup.execute()) ?? '';
    clock.pass(30 * 60 * 1000);

    expect(await claimSetup.execute(token, ADA, ADAS_ADDRESS)).toEqual({ kind: 'token-expired' });
    expect(await claimSetup.execute('a guess', ADA, ADAS_ADDRESS)).toEqual({ kind: 'token-invalid' });
    expect(await listAccounts.execute()).toEqual([]);
  });

  it('is reported as already set up, whatever the token, once there has been one', async () => {
    const { claimSetup } = await anApplicationWithAda();

    expect(await claimSetup.execute('a guess', ADA, ADAS_ADDRESS)).toEqual({ kind: 'already-set-up' });
  });

  it('can be retried with the same token after invalid input or a busy gate', async () => {
    const { offerSetup, claimSetup, gate } = anApplication();
    const token = (await offerSetup.execute()) ?? '';

    expect(await claimSetup.execute(token, { ...ADA, password: 'short' }, ADAS_ADDRESS)).toMatchObject({
      kind: 'invalid',
    });
    gate.busy = true;
    expect(await claimSetup.execute(token, ADA, ADAS_ADDRESS)).toEqual({ kind: 'busy' });
    gate.busy = false;
    expect(await claimSetup.execute(token, ADA, ADAS_ADDRESS)).toMatchObject({ kind: 'opened' });
  });

  it('is opened by exactly one of several concurrent claims by link or configuration', async () => {
    const { offerSetup, claimSetup, openFirstAccount, listAccounts } = anApplication();
    const token = (await offerSetup.execute()) ?? '';
    const applications = Array.from({ length: 20 }, (_, index) => ({ ...ADA, email: `ada${index}@example.com` }));

    const outcomes = await Promise.all(
      applications.map((application, index) =>
        index % 2 ? claimSetup.execute(token, application, ADAS_ADDRESS) : openFirstAccount.execute(application),
      ),
    );

    expect(outcomes.filter(({ kind }) => kind === 'opened')).toHaveLength(1);
    expect(outcomes.filter(({ kind }) => kind === 'already-set-up' || kind === 'not-needed')).toHaveLength(19);
    expect(await listAccounts.execute()).toHaveLength(1);
  });
});

describe('operators', () => {
  it('list accounts, oldest first', async () => {
    const { openAccount, listAccounts } = anApplication();
    for (const name of ['c', 'a', 'b']) await openAccount.execute({ ...ADA, email: `${name}@example.com` });

    const ids = (await listAccounts.execute()).map(({ id }) => id);

    expect(ids).toHaveLength(3);
    expect(ids).toEqual([...ids].sort());
  });

  it('set a new password without changing the key', async () => {
    const { resetPassword, signIn, key } = await anApplicationWithAda();

    expect(await resetPassword.execute(email, 'another good password')).toEqual({ kind: 'reset' });

    const before = await signIn.execute({ ...ADA, address: ADAS_ADDRESS });
    const after = await signIn.execute({ email, password: 'another good password', address: ADAS_ADDRESS });
    expect(before.kind).toBe('wrong-credentials');
    expect(after.kind === 'signed-in' && after.key.reveal()).toBe(key.reveal());
  });

  it('cannot set a bad password, or one for a missing account', async () => {
    const { resetPassword } = await anApplicationWithAda();

    expect(await resetPassword.execute(email, 'short')).toMatchObject({ kind: 'invalid' });
    expect(await resetPassword.execute('eve@example.com' as Email, ADA.password)).toEqual({ kind: 'not-found' });
  });

  it('unblock an account, but none that is missing', async () => {
    const { unblockAccount, throttle } = await anApplicationWithAda();

    expect(await unblockAccount.execute(email)).toBe('unblocked');
    expect(await unblockAccount.execute('eve@example.com' as Email)).toBe('not-found');
    expect(throttle.unblocked).toEqual([email]);
  });

  it('delete an account, whose key is invalid immediately', async () => {
    const { deleteAccount, findByKey, key } = await anApplicationWithAda();

    expect(await deleteAccount.execute(email)).toBe('deleted');
    expect(await findByKey(key)).toBeUndefined();
    expect(await deleteAccount.execute(email)).toBe('not-found');
  });

  it('rotate a key without knowing it', async () => {
    const { rotateKeyOfAccount, findByKey, listRotations, account, key } = await anApplicationWithAda();

    const outcome = await rotateKeyOfAccount.execute(email);

    expect(await findByKey(key)).toBeUndefined();
    expect(outcome.kind === 'rotated' && (await findByKey(outcome.key))).toMatchObject({
      id: account.id,
    });
    expect((await listRotations.execute(account.id, { limit: 10 })).records).toMatchObject([
      { by: 'cli', address: null },
    ]);
  });

  it('rotate no key of an account that does not exist', async () => {
    const { rotateKeyOfAccount } = anApplication();

    expect(await rotateKeyOfAccount.execute(email)).toEqual({ kind: 'not-found' });
  });
});
