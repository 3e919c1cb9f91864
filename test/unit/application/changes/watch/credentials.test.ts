import { beforeEach, describe, expect, it, vi } from 'vitest';
import { StreamCredentials } from '../../../../../src/application/changes/watch/stream-credential.ts';
import { sessionIdleMsMax } from '../../../../../src/domain/accounts/session.ts';
import { keyOf } from '../../../../support/builders/an-account.ts';
import { ADAS_ADDRESS, anApplicationWithAda } from '../../../../support/in-memory/an-application.ts';

type Application = Awaited<ReturnType<typeof anApplicationWithAda>>;

let ada: Application;
let credentials: StreamCredentials;

beforeEach(async () => {
  ada = await anApplicationWithAda();
  const prompts = { readRevision: async () => 7 };
  credentials = new StreamCredentials(ada.authenticateKey, ada.sessions, prompts, ada.clock);
});

const startSession = () => ada.startSession.execute(ada.account, { address: ADAS_ADDRESS, userAgent: 'test' });

describe('the key of a stream', () => {
  it('is valid until it is reset', async () => {
    const credential = credentials.ofKey(keyOf(ada.account), ada.account.id);
    expect(await credential.check()).toBe(0);

    await ada.rotateKeyOfAccount.execute(ada.account.email);

    expect(await credential.check()).toBeUndefined();
  });

  it('is invalid once the account is deleted', async () => {
    const credential = credentials.ofKey(keyOf(ada.account), ada.account.id);

    await ada.deleteAccount.execute(ada.account.email);

    expect(await credential.check()).toBeUndefined();
  });

  it('has the same identity for every stream', () => {
    const identities = [1, 2].map(() => credentials.ofKey(keyOf(ada.account), ada.account.id).identity);

    expect(new Set(identities).size).toBe(1);
    expect(identities[0]).not.toBe(`key ${ada.key.reveal()}`);
  });
});

describe('the session of a stream', () => {
  it('is valid while it lives, and is not prolonged', async () => {
    const { session } = await startSession();
    const touch = vi.spyOn(ada.sessions, 'touch');
    const credential = credentials.ofSession(session);
    ada.clock.pass(sessionIdleMsMax - 1);
    expect(await credential.check()).toBe(7);

    ada.clock.pass(1);

    expect(await credential.check()).toBeUndefined();
    expect(touch).not.toHaveBeenCalled();
  });

  it('is invalid once it was ended', async () => {
    const { session } = await startSession();
    const credential = credentials.ofSession(session);

    await ada.endSession.execute(ada.account.id, session.id);

    expect(await credential.check()).toBeUndefined();
  });

  it('is invalid once the password was changed', async () => {
    const { session } = await startSession();
    const credential = credentials.ofSession(session);

    await ada.resetPassword.execute(ada.account.email, 'a completely new passphrase');

    expect(await credential.check()).toBeUndefined();
  });
});
