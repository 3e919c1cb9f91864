import { describe, expect, it } from 'vitest';
import type { Account, PasswordHash } from '../../../src/domain/accounts/account.ts';
import type { Session } from '../../../src/domain/accounts/session.ts';
import { aSession } from '../../support/builders/a-session.ts';
import { anAccount } from '../../support/builders/an-account.ts';
import { runConcurrently } from '../../support/run-concurrently.ts';
import type { CreateStorage } from '../../support/storage/backends.ts';
import { twoInstances } from '../two-instances.ts';

const HOUR_MS = 60 * 60 * 1000;
const later = (moment: Date, ms: number): Date => new Date(moment.getTime() + ms);
const newHash = 'another hash' as PasswordHash;

/** Every promise made in the SessionStore port, as one test each. */
export function sessionStoreContract(createStorage: CreateStorage): void {
  describe('SessionStore', () => {
    const instances = twoInstances(createStorage);

    async function anAddedAccount(fields: Partial<Account> = {}): Promise<Account> {
      const account = anAccount(fields);
      await instances.here.accounts.add(account);
      return account;
    }

    async function anAddedSession(account: Account, fields: Partial<Session> = {}): Promise<Session> {
      const session = aSession(account, fields);
      await instances.here.sessions.add(session);
      return session;
    }

    /** One after the other, a millisecond apart, the first one first. */
    async function manySessions(account: Account, count: number, at = new Date()): Promise<Session[]> {
      const sessions = Array.from({ length: count }, (_, index) => aSession(account, { startedAt: later(at, index) }));
      for (const session of sessions) await instances.here.sessions.add(session);
      return sessions;
    }

    const found = ({ digest }: Session) => instances.there.sessions.find(digest);
    const listed = ({ id }: Account) => instances.there.sessions.listOf(id);

    it('gives back an equal session with its account, to every instance', async () => {
      const account = await anAddedAccount({ sessionEpoch: 4 });
      const session = await anAddedSession(account, { seenAt: later(new Date(), 7) });

      for (const { sessions } of [instances.here, instances.there]) {
        expect(await sessions.find(session.digest)).toEqual({ session, account });
        expect(await sessions.listOf(account.id)).toEqual([session]);
      }
    });

    it('finds nothing for a digest it never saw, and lists nothing of a stranger', async () => {
      const stranger = anAccount();

      expect(await found(aSession(stranger))).toBeUndefined();
      expect(await listed(stranger)).toEqual([]);
    });

    it('answers the account as it is now, not as it was when the session was started', async () => {
      const account = await anAddedAccount();
      const session = await anAddedSession(account);

      await instances.here.accounts.rehashPassword(account.id, account.passwordHash, newHash);

      expect(await found(session)).toEqual({ session, account: account.withRehashedPassword(newHash) });
    });

    it('finds and lists no session of before a change of password, but those of after', async () => {
      const account = await anAddedAccount();
      const before = await anAddedSession(account);

      await instances.here.accounts.changePassword(account.id, account.passwordHash, newHash);
      const changed = account.withChangedPassword(newHash);
      const after = await anAddedSession(changed);

      expect(await found(before)).toBeUndefined();
      expect(await found(after)).toEqual({ session: after, account: changed });
      expect(await listed(account)).toEqual([after]);
    });

    it('ends the sessions of an account that is removed', async () => {
      const account = await anAddedAccount();
      const session = await anAddedSession(account);

      await instances.here.accounts.remove(account.id);

      expect(await found(session)).toBeUndefined();
      expect(await listed(account)).toEqual([]);
      expect(await instances.there.sessions.end(account.id, session.id)).toBe('not-found');
    });

    it('adds nothing to an account that is gone or has another epoch by now', async () => {
      const gone = await anAddedSession(anAccount());
      const account = await anAddedAccount({ sessionEpoch: 1 });
      const outdated = await anAddedSession(account, { epoch: 0 });
      const current = await anAddedSession(account);

      expect(await found(gone)).toBeUndefined();
      expect(await found(outdated)).toBeUndefined();
      expect(await listed(account)).toEqual([current]);
      expect(await instances.there.sessions.end(account.id, outdated.id)).toBe('not-found');
    });

    it('lists newest first', async () => {
      const account = await anAddedAccount();
      const sessions = await manySessions(account, 5);

      expect(await listed(account)).toEqual(sessions.toReversed());
    });

    it('keeps the 50 newest of an account, and leaves others alone', async () => {
      const account = await anAddedAccount();
      const neighbour = await anAddedSession(await anAddedAccount(), { startedAt: later(new Date(), -HOUR_MS) });
      const sessions = await manySessions(account, 53);

      expect(await listed(account)).toEqual(sessions.slice(3).toReversed());
      for (const oldest of sessions.slice(0, 3)) expect(await found(oldest)).toBeUndefined();
      expect(await found(neighbour)).toBeDefined();
    });

    it('keeps no more than 50 of an account when many are added at once', async () => {
      const account = await anAddedAccount();
      await manySessions(account, 45);

      await Promise.all(
        Array.from({ length: 20 }, (_, index) =>
          (index % 2 ? instances.here : instances.there).sessions.add(aSession(account)),
        ),
      );

      expect(await listed(account)).toHaveLength(50);
    });

    it('forgets those that nobody used for eight hours before the next one was started', async () => {
      const account = await anAddedAccount();
      const now = new Date();
      const startedAt = later(now, -20 * HOUR_MS);
      const unused = await anAddedSession(account, { startedAt, seenAt: later(now, -8 * HOUR_MS - 1) });
      const used = await anAddedSession(account, { startedAt, seenAt: later(now, -8 * HOUR_MS) });
      const next = await anAddedSession(account, { startedAt: now });

      expect(await found(unused)).toBeUndefined();
      expect(await found(used)).toBeDefined();
      expect(await listed(account)).toEqual(expect.arrayContaining([next, used]));
    });

    it('writes down that a session was seen', async () => {
      const account = await anAddedAccount();
      const session = await anAddedSession(account);
      const seenAt = later(session.seenAt, HOUR_MS);

      await instances.here.sessions.touch(session, seenAt);

      expect(await found(session)).toEqual({ session: session.seen(seenAt), account });
      expect(await listed(account)).toEqual([session.seen(seenAt)]);
    });

    it('writes it down for one of those who read the session at the same moment', async () => {
      const session = await anAddedSession(await anAddedAccount());
      const one = later(session.seenAt, HOUR_MS);

      await instances.here.sessions.touch(session, one);
      await instances.there.sessions.touch(session, later(one, 1));

      expect((await found(session))?.session.seenAt).toEqual(one);
    });

    it('ends a session at once, everywhere, and no other', async () => {
      const account = await anAddedAccount();
      const [one, other] = (await manySessions(account, 2)) as [Session, Session];

      expect(await instances.here.sessions.end(account.id, one.id)).toBe('ended');

      expect(await found(one)).toBeUndefined();
      expect(await listed(account)).toEqual([other]);
      expect(await instances.there.sessions.end(account.id, one.id)).toBe('not-found');
    });

    it("ends no session of another account's", async () => {
      const session = await anAddedSession(await anAddedAccount());
      const stranger = await anAddedAccount();

      expect(await instances.here.sessions.end(stranger.id, session.id)).toBe('not-found');
      expect(await found(session)).toBeDefined();
    });

    it('ends every session of an account but one', async () => {
      const account = await anAddedAccount();
      const neighbour = await anAddedSession(await anAddedAccount());
      const [kept, ...others] = (await manySessions(account, 5)) as [Session, ...Session[]];

      await instances.here.sessions.endOthers(account.id, kept.id);

      expect(await listed(account)).toEqual([kept]);
      for (const other of others) expect(await found(other)).toBeUndefined();
      expect(await found(neighbour)).toBeDefined();
    });

    it('does not revive an ended session that is seen late', async () => {
      const account = await anAddedAccount();
      const session = await anAddedSession(account);
      await instances.here.sessions.end(account.id, session.id);

      await instances.there.sessions.touch(session, later(session.seenAt, HOUR_MS));

      expect(await found(session)).toBeUndefined();
      expect(await listed(account)).toEqual([]);
    });

    it('lets an end win over all who see the session while it ends', async () => {
      const account = await anAddedAccount();
      const session = await anAddedSession(account);
      const touches = () =>
        Array.from({ length: 10 }, (_, index) =>
          (index % 2 ? instances.here : instances.there).sessions.touch(session, later(session.seenAt, index + 1)),
        );

      await Promise.all([...touches(), instances.there.sessions.end(account.id, session.id), ...touches()]);

      expect(await found(session)).toBeUndefined();
    });

    it('survives additions, ends and touches of one account all at once', async () => {
      const account = await anAddedAccount();
      const sessions = await manySessions(account, 20);
      const kept = sessions[0] as Session;

      await runConcurrently(
        sessions.flatMap((session) => [
          () => instances.here.sessions.touch(session, later(session.seenAt, 1)),
          () => instances.there.sessions.add(aSession(account)),
          () => instances.here.sessions.endOthers(account.id, kept.id),
        ]),
      );
      await instances.here.sessions.endOthers(account.id, kept.id);

      expect((await listed(account)).map(({ id }) => id)).toEqual([kept.id]);
    });
  });
}
