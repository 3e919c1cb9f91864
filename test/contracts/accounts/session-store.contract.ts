import { describe, expect, it } from 'vitest';
import type { Account, PasswordHash } from '../../../src/domain/accounts/account.ts';
import type { Session } from '../../../src/domain/accounts/session.ts';
import { aSession } from '../../support/builders/a-session.ts';
import { addAccount, anAccount } from '../../support/builders/an-account.ts';
import { runConcurrently } from '../../support/run-concurrently.ts';
import type { CreateStorage } from '../../support/storage/backends.ts';
import { TWENTY, twoInstances } from '../two-instances.ts';

const HOUR_MS = 60 * 60 * 1000;
const later = (moment: Date, ms: number): Date => new Date(moment.getTime() + ms);
const newHash = 'another hash' as PasswordHash;

/** One test per promise of the SessionStore port. */
export function sessionStoreContract(createStorage: CreateStorage): void {
  describe('SessionStore', () => {
    const { here, there, onBoth } = twoInstances(createStorage);

    const anAddedAccount = (fields: Partial<Account> = {}) => addAccount(here, fields);

    async function anAddedSession(account: Account, fields: Partial<Session> = {}): Promise<Session> {
      const session = aSession(account, fields);
      await here.sessions.add(session);
      return session;
    }

    /** Adds sessions one millisecond apart, oldest first. */
    async function addSessions(account: Account, count: number, at = new Date()): Promise<Session[]> {
      const sessions = Array.from({ length: count }, (_, index) => aSession(account, { startedAt: later(at, index) }));
      for (const session of sessions) await here.sessions.add(session);
      return sessions;
    }

    const findSession = ({ digest }: Session) => there.sessions.find(digest);
    const listSessions = ({ id }: Account) => there.sessions.listOf(id);

    it('returns an equal session with its account, on every instance', async () => {
      const account = await anAddedAccount({ sessionEpoch: 4 });
      const session = await anAddedSession(account, { seenAt: later(new Date(), 7) });

      for (const { sessions } of [here, there]) {
        expect(await sessions.find(session.digest)).toEqual({ session, account });
        expect(await sessions.listOf(account.id)).toEqual([session]);
      }
    });

    it('finds nothing for an unknown digest, and lists nothing for an unknown account', async () => {
      const stranger = anAccount();

      expect(await findSession(aSession(stranger))).toBeUndefined();
      expect(await listSessions(stranger)).toEqual([]);
    });

    it('returns the current account, not the one at the start of the session', async () => {
      const account = await anAddedAccount();
      const session = await anAddedSession(account);

      await here.accounts.rehashPassword(account.id, account.passwordHash, newHash);

      expect(await findSession(session)).toEqual({ session, account: account.withRehashedPassword(newHash) });
    });

    it('finds and lists only sessions started after the last change of password', async () => {
      const account = await anAddedAccount();
      const before = await anAddedSession(account);

      await here.accounts.changePassword(account.id, account.passwordHash, newHash);
      const changed = account.withChangedPassword(newHash);
      const after = await anAddedSession(changed);

      expect(await findSession(before)).toBeUndefined();
      expect(await findSession(after)).toEqual({ session: after, account: changed });
      expect(await listSessions(account)).toEqual([after]);
    });

    it('ends the sessions of an account that is removed', async () => {
      const account = await anAddedAccount();
      const session = await anAddedSession(account);

      await here.accounts.remove(account.id);

      expect(await findSession(session)).toBeUndefined();
      expect(await listSessions(account)).toEqual([]);
      expect(await there.sessions.end(account.id, session.id)).toBe('not-found');
    });

    it('adds nothing to an account that was removed or has a new epoch', async () => {
      const gone = await anAddedSession(anAccount());
      const account = await anAddedAccount({ sessionEpoch: 1 });
      const outdated = await anAddedSession(account, { epoch: 0 });
      const current = await anAddedSession(account);

      expect(await findSession(gone)).toBeUndefined();
      expect(await findSession(outdated)).toBeUndefined();
      expect(await listSessions(account)).toEqual([current]);
      expect(await there.sessions.end(account.id, outdated.id)).toBe('not-found');
    });

    it('lists newest first', async () => {
      const account = await anAddedAccount();
      const sessions = await addSessions(account, 5);

      expect(await listSessions(account)).toEqual(sessions.toReversed());
    });

    it('retains the 50 newest of an account, and does not change other accounts', async () => {
      const account = await anAddedAccount();
      const neighbour = await anAddedSession(await anAddedAccount(), { startedAt: later(new Date(), -HOUR_MS) });
      const sessions = await addSessions(account, 53);

      expect(await listSessions(account)).toEqual(sessions.slice(3).toReversed());
      for (const oldest of sessions.slice(0, 3)) expect(await findSession(oldest)).toBeUndefined();
      expect(await findSession(neighbour)).toBeDefined();
    });

    it('retains at most 50 of an account when many are added concurrently', async () => {
      const account = await anAddedAccount();
      await addSessions(account, 45);

      await onBoth(TWENTY, ({ sessions }) => sessions.add(aSession(account)));

      expect(await listSessions(account)).toHaveLength(50);
    });

    it('deletes no session because of the time, even when another one starts with a clock a year ahead', async () => {
      const [account, other] = [await anAddedAccount(), await anAddedAccount()];
      const now = new Date();
      const sessions = [await anAddedSession(account), await anAddedSession(other)];

      await anAddedSession(account, { startedAt: later(now, 365 * 24 * HOUR_MS) });

      expect(await Promise.all(sessions.map(findSession))).not.toContain(undefined);
      expect(await listSessions(account)).toEqual(expect.arrayContaining(sessions.slice(0, 1)));
    });

    it('updates seenAt', async () => {
      const account = await anAddedAccount();
      const session = await anAddedSession(account);
      const seenAt = later(session.seenAt, HOUR_MS);

      await here.sessions.touch(session, seenAt);

      expect(await findSession(session)).toEqual({ session: session.withSeenAt(seenAt), account });
      expect(await listSessions(account)).toEqual([session.withSeenAt(seenAt)]);
    });

    it('updates seenAt for one of several concurrent readers', async () => {
      const session = await anAddedSession(await anAddedAccount());
      const one = later(session.seenAt, HOUR_MS);

      await here.sessions.touch(session, one);
      await there.sessions.touch(session, later(one, 1));

      expect((await findSession(session))?.session.seenAt).toEqual(one);
    });

    it('ends only the given session, immediately and on every instance', async () => {
      const account = await anAddedAccount();
      const [one, other] = (await addSessions(account, 2)) as [Session, Session];

      expect(await here.sessions.end(account.id, one.id)).toBe('ended');

      expect(await findSession(one)).toBeUndefined();
      expect(await listSessions(account)).toEqual([other]);
      expect(await there.sessions.end(account.id, one.id)).toBe('not-found');
    });

    it('ends no session of another account', async () => {
      const session = await anAddedSession(await anAddedAccount());
      const stranger = await anAddedAccount();

      expect(await here.sessions.end(stranger.id, session.id)).toBe('not-found');
      expect(await findSession(session)).toBeDefined();
    });

    it('ends every session of an account except one', async () => {
      const account = await anAddedAccount();
      const neighbour = await anAddedSession(await anAddedAccount());
      const [kept, ...others] = (await addSessions(account, 5)) as [Session, ...Session[]];

      await here.sessions.endOthers(account.id, kept.id);

      expect(await listSessions(account)).toEqual([kept]);
      for (const other of others) expect(await findSession(other)).toBeUndefined();
      expect(await findSession(neighbour)).toBeDefined();
    });

    it('does not revive an ended session by a late update', async () => {
      const account = await anAddedAccount();
      const session = await anAddedSession(account);
      await here.sessions.end(account.id, session.id);

      await there.sessions.touch(session, later(session.seenAt, HOUR_MS));

      expect(await findSession(session)).toBeUndefined();
      expect(await listSessions(account)).toEqual([]);
    });

    it('lets an end win over concurrent updates of seenAt', async () => {
      const account = await anAddedAccount();
      const session = await anAddedSession(account);
      const touch = () =>
        onBoth(TWENTY, ({ sessions }, index) => sessions.touch(session, later(session.seenAt, index + 1)));

      await Promise.all([touch(), there.sessions.end(account.id, session.id), touch()]);

      expect(await findSession(session)).toBeUndefined();
    });

    it('survives concurrent additions, ends and updates of one account', async () => {
      const account = await anAddedAccount();
      const sessions = await addSessions(account, 20);
      const kept = sessions[0] as Session;

      await runConcurrently(
        sessions.flatMap((session) => [
          () => here.sessions.touch(session, later(session.seenAt, 1)),
          () => there.sessions.add(aSession(account)),
          () => here.sessions.endOthers(account.id, kept.id),
        ]),
      );
      await here.sessions.endOthers(account.id, kept.id);

      expect((await listSessions(account)).map(({ id }) => id)).toEqual([kept.id]);
    });
  });
}
