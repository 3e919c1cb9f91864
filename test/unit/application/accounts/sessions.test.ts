import { describe, expect, it, vi } from 'vitest';
import { StorageUnavailable } from '../../../../src/application/ports/storage/storage-unavailable.ts';
import type { Email } from '../../../../src/domain/accounts/account.ts';
import { ADA, ADAS_ADDRESS, anApplicationWithAda } from '../../../support/in-memory/an-application.ts';

const MINUTE_MS = 60 * 1000;
const HOUR_MS = 60 * MINUTE_MS;
const origin = { address: ADAS_ADDRESS, userAgent: 'Browser/1.0' };
const email = 'ada@example.com' as Email;

/** Signs Ada in to the dashboard. */
async function signInAda() {
  const application = await anApplicationWithAda();
  const { startSession, resumeSession, account } = application;
  const start = () => startSession.execute(account, origin);
  const { secret, session } = await start();
  return { ...application, start, secret, session, resume: () => resumeSession.execute(secret.reveal()) };
}

describe('a session', () => {
  it('is resumed with its secret and returns its account', async () => {
    const { resume, account, session } = await signInAda();

    expect(await resume()).toEqual({ account, session });
    expect(session).toMatchObject({ ...origin, accountId: account.id, epoch: 0 });
  });

  it('stores only a cleaned user agent', async () => {
    const { startSession, account } = await anApplicationWithAda();

    const { session } = await startSession.execute(account, { ...origin, userAgent: `\u001b${'x'.repeat(300)}` });

    expect(session.userAgent).toBe('x'.repeat(200));
  });

  it('is not resumed with a malformed secret, without a storage lookup', async () => {
    const { resumeSession, sessions, secret } = await signInAda();
    const find = vi.spyOn(sessions, 'find');

    for (const text of ['', 'x', secret.reveal().toUpperCase(), `${secret.reveal()} `, 'digest', secret.toString()]) {
      expect(await resumeSession.execute(text)).toBeUndefined();
    }
    expect(find).not.toHaveBeenCalled();
  });

  it('expires after eight hours without use', async () => {
    const { resume, clock } = await signInAda();

    clock.pass(8 * HOUR_MS - 1);
    expect(await resume()).toBeDefined();

    clock.pass(8 * HOUR_MS);
    expect(await resume()).toBeUndefined();
  });

  it('updates seenAt every five minutes, not on every request', async () => {
    const { resume, clock, sessions } = await signInAda();
    const touch = vi.spyOn(sessions, 'touch');

    for (let minutes = 0; minutes < 10; minutes += 1) {
      await resume();
      clock.pass(MINUTE_MS);
    }

    expect(touch).toHaveBeenCalledTimes(1);
    expect((await resume())?.session.seenAt).toEqual(clock.now());
  });

  it('does not end because of an outage, which rejects instead', async () => {
    const { resume, sessions } = await signInAda();
    const outage = new StorageUnavailable('the test', new Error('connection reset'));
    vi.spyOn(sessions, 'find').mockRejectedValueOnce(outage);

    await expect(resume()).rejects.toBe(outage);
    expect(await resume()).toBeDefined();
  });

  it('ends immediately, and ending it again changes nothing', async () => {
    const { resume, endSession, account, session } = await signInAda();

    expect(await endSession.execute(account.id, session.id)).toBe('ended');

    expect(await resume()).toBeUndefined();
    expect(await endSession.execute(account.id, session.id)).toBe('not-found');
    expect(await endSession.execute(account.id, 'malformed id')).toBe('not-found');
  });

  it('ends when an operator sets a new password, but not when the same one is rehashed', async () => {
    const { resume, resetPassword, storage, account, signIn } = await signInAda();
    await storage.rehashPassword(account.id, account.passwordHash, `old:${ADA.password}` as never);
    expect((await signIn.execute({ ...ADA, address: ADAS_ADDRESS })).kind).toBe('signed-in');
    expect(await resume()).toBeDefined();

    await resetPassword.execute(email, 'another good password');

    expect(await resume()).toBeUndefined();
  });

  it('that was started with a concurrently changed password is invalid', async () => {
    const { startSession, resumeSession, resetPassword, account } = await anApplicationWithAda();
    await resetPassword.execute(email, 'another good password');

    const { secret } = await startSession.execute(account, origin);

    expect(await resumeSession.execute(secret.reveal())).toBeUndefined();
  });
});

describe('the sessions of an account', () => {
  it('are listed newest first, without expired ones', async () => {
    const { start, clock, listSessions, account, session: old } = await signInAda();
    clock.pass(7 * HOUR_MS);
    const { session: one } = await start();
    clock.pass(1);
    const { session: other } = await start();
    expect(await listSessions.execute(account.id)).toEqual([other, one, old]);

    clock.pass(HOUR_MS);

    expect(await listSessions.execute(account.id)).toEqual([other, one]);
  });
});
