import { describe, expect, it, vi } from 'vitest';
import { CredentialRetired } from '../../../../src/application/ports/credential-retired.ts';
import type { PasswordHash } from '../../../../src/domain/accounts/account.ts';
import { invariant } from '../../../../src/domain/invariant.ts';
import { sessionOf } from '../../../support/builders/an-account.ts';
import { ADA, ADAS_ADDRESS, anApplicationWithAda } from '../../../support/in-memory/an-application.ts';
import { interruptNext } from '../../../support/record-calls.ts';

const NEW_PASSWORD = 'another good password';
const change = { current: ADA.password, chosen: NEW_PASSWORD, address: '192.0.2.8' };

async function signInAda() {
  const application = await anApplicationWithAda();
  const { startSession, resumeSession, account } = application;
  const { secret, session } = await startSession.execute(account, { address: ADAS_ADDRESS, userAgent: 'Browser/1.0' });
  return { ...application, secret, session, resume: () => resumeSession.execute(secret.reveal()) };
}

describe('changing the password', () => {
  it('accepts only the new one and does not change the key', async () => {
    const { changePassword, signIn, session, key } = await signInAda();

    expect(await changePassword.execute(session, change)).toMatchObject({ kind: 'changed' });

    const before = await signIn.execute({ ...ADA, address: ADAS_ADDRESS });
    const after = await signIn.execute({ ...ADA, password: NEW_PASSWORD, address: ADAS_ADDRESS });
    expect(before.kind).toBe('wrong-credentials');
    expect(after.kind === 'signed-in' && after.key.reveal()).toBe(key.reveal());
  });

  it('ends every session and starts a new one for the caller', async () => {
    const { changePassword, startSession, resumeSession, listSessions, resume, session, account } = await signInAda();
    const elsewhere = await startSession.execute(account, session);

    const outcome = await changePassword.execute(session, change);

    expect(await resume()).toBeUndefined();
    expect(await resumeSession.execute(elsewhere.secret.reveal())).toBeUndefined();
    invariant(outcome.kind === 'changed', 'the password is changed');
    const resumed = await resumeSession.execute(outcome.secret.reveal());
    expect(resumed?.session).toMatchObject({ epoch: 1, address: change.address, userAgent: session.userAgent });
    expect(await listSessions.execute(account.id)).toEqual([outcome.session]);
  });

  it('works when the current one was hashed with outdated parameters', async () => {
    const { changePassword, storage, session, account } = await signInAda();
    await storage.rehashPassword(account.id, account.passwordHash, `old:${ADA.password}` as never);

    expect(await changePassword.execute(session, change)).toMatchObject({ kind: 'changed' });
  });

  it('is rejected without the current password, and changes nothing', async () => {
    const { changePassword, storage, session, account, resume } = await signInAda();

    const outcome = await changePassword.execute(session, { ...change, current: 'not the current one' });

    expect(outcome).toEqual({ kind: 'wrong-password' });
    expect(await storage.find(account.id)).toEqual(account);
    expect(await resume()).toBeDefined();
  });

  it('counts a wrong password like a failed sign-in, and resets the count after a right one', async () => {
    const { changePassword, throttle, session } = await signInAda();

    await changePassword.execute(session, { ...change, current: 'not the current one' });
    expect(throttle.failures).toMatchObject([{ email: 'ada@example.com', address: change.address }]);

    await changePassword.execute(session, change);
    expect(throttle.failures).toEqual([]);
  });

  it('throttles even the right password after too many failures', async () => {
    const { changePassword, throttle, session, storage, account } = await signInAda();
    throttle.limit = 1;
    await changePassword.execute(session, { ...change, current: 'not the current one' });

    expect(await changePassword.execute(session, change)).toEqual({ kind: 'throttled', waitMs: 60_000 });
    expect(await storage.find(account.id)).toEqual(account);
  });

  it.each([
    ['too short', 'short', 'too-short', 'must have at least 12 characters'],
    ['the e-mail', 'ADA@example.com', 'weak', 'must not be the e-mail address'],
    ['the current one', ADA.password, 'unchanged', 'must not be the current password'],
    [
      'the current one in a different spelling',
      'ｃorrect horse battery',
      'unchanged',
      'must not be the current password',
    ],
  ])('is rejected when the new one is %s, without counting a failure', async (_, chosen, problem, text) => {
    const { changePassword, throttle, session } = await signInAda();
    const count = vi.spyOn(throttle, 'count');

    expect(await changePassword.execute(session, { ...change, chosen })).toEqual({ kind: 'invalid', problem, text });
    expect(count).not.toHaveBeenCalled();
  });

  it('reports busy when too many passwords are being hashed', async () => {
    const { changePassword, gate, session } = await signInAda();
    gate.busy = true;

    expect(await changePassword.execute(session, change)).toEqual({ kind: 'busy' });
  });

  it('reports busy when the new password cannot be hashed', async () => {
    const { changePassword, gate, session, storage, account } = await signInAda();
    interruptNext(storage, 'findByEmail', async () => {
      gate.busy = true;
    });

    expect(await changePassword.execute(session, change)).toEqual({ kind: 'busy' });
    expect(await storage.find(account.id)).toEqual(account);
  });

  it('applies exactly one of several concurrent changes', async () => {
    const { changePassword, signIn, session } = await signInAda();
    const chosen = Array.from({ length: 5 }, (_, index) => `a moth in relay ${index}`);

    const outcomes = await Promise.all(
      chosen.map((text) => changePassword.execute(session, { ...change, chosen: text })),
    );

    const won = outcomes.findIndex(({ kind }) => kind === 'changed');
    const lost = outcomes.filter(({ kind }) => kind === 'superseded' || kind === 'wrong-password');
    expect(lost).toHaveLength(4);
    const signedInAgain = await signIn.execute({ ...ADA, password: chosen[won] ?? '', address: ADAS_ADDRESS });
    expect(signedInAgain.kind).toBe('signed-in');
  });

  it('is superseded by the removal of the account', async () => {
    const { changePassword, storage, session, account } = await signInAda();
    await storage.remove(account.id);

    expect(await changePassword.execute(session, change)).toEqual({ kind: 'superseded' });
  });

  it('does not change the password of another account that now has the e-mail', async () => {
    const { changePassword, openAccount, storage, session, account } = await signInAda();
    const find = storage.find.bind(storage);
    vi.spyOn(storage, 'find').mockImplementationOnce(async (id) => {
      const owner = await find(id);
      await storage.remove(id);
      await openAccount.execute(ADA);
      return owner;
    });

    expect(await changePassword.execute(session, change)).toEqual({ kind: 'superseded' });
    expect(await storage.findByEmail(account.email)).toMatchObject({ sessionEpoch: 0 });
  });
});

describe('changing the name', () => {
  it('takes effect immediately, also for requests with the key', async () => {
    const { changeName, findByKey, account, key } = await anApplicationWithAda();

    expect(await changeName.execute(account.id, 'Countess', sessionOf(account))).toEqual({
      kind: 'changed',
      name: 'Countess',
    });
    expect(await findByKey(key)).toMatchObject({ name: 'Countess' });
  });

  it('is rejected for a name that nobody can have', async () => {
    const { changeName, account, storage } = await anApplicationWithAda();

    expect(await changeName.execute(account.id, '   ', sessionOf(account))).toEqual({
      kind: 'invalid',
      problems: [
        { path: 'name', problem: 'malformed', text: 'must have 1 to 100 characters, none of them control characters' },
      ],
    });
    expect(await storage.find(account.id)).toEqual(account);
  });

  it.each(['removed', 'changed'])('is refused to a session whose account or password was %s', async (what) => {
    const { changeName, storage, account } = await anApplicationWithAda();
    if (what === 'removed') await storage.remove(account.id);
    else await storage.changePassword(account.id, account.passwordHash, 'changed' as PasswordHash);

    const changed = changeName.execute(account.id, 'Countess', sessionOf(account));

    await expect(changed).rejects.toBeInstanceOf(CredentialRetired);
  });
});
