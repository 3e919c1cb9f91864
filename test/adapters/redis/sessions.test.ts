import { describe, expect, it } from 'vitest';
import type { PasswordHash } from '../../../src/domain/accounts/account.ts';
import { sessionLifeMsMax } from '../../../src/domain/accounts/session.ts';
import { aSession } from '../../support/builders/a-session.ts';
import { addAccount } from '../../support/builders/an-account.ts';
import { redisStorages } from '../../support/storage/fresh-storage.ts';
import { withRawRedis } from '../../support/storage/raw-redis.ts';

describe.each(redisStorages)('sessions on $name', (storage) => {
  const { ports, raw, accountKeys: keys } = withRawRedis(storage);

  it('expire in Redis, with everything that belongs to them', async () => {
    const account = await addAccount(ports);
    const session = aSession(account);
    await ports.sessions.add(session);
    await ports.sessions.touch(session, new Date(session.seenAt.getTime() + 1));

    for (const key of [keys.sessionHint(session.digest), keys.sessions(account.id), keys.sessionsSeen(account.id)]) {
      const remainingMs = await raw.pttl(key);
      expect(remainingMs).toBeGreaterThan(0);
      expect(remainingMs).toBeLessThanOrEqual(sessionLifeMsMax);
    }
  });

  it('are deleted together with their account', async () => {
    const account = await addAccount(ports);
    await ports.sessions.add(aSession(account));

    await ports.accounts.remove(account.id);

    expect(await raw.exists(keys.sessions(account.id), keys.sessionsSeen(account.id))).toBe(0);
  });

  it('are not found through a hint that points to another session', async () => {
    const account = await addAccount(ports);
    const session = aSession(account);
    const other = aSession(account);
    await ports.sessions.add(session);
    await raw.set(keys.sessionHint(other.digest), `${account.id} ${session.id}`);

    expect(await ports.sessions.find(other.digest)).toBeUndefined();
  });

  it('work for an account created before sessions existed, and end when its password is first changed', async () => {
    const account = await addAccount(ports);
    await raw.hdel(keys.account(account.id), 'session_epoch');
    const session = aSession(account);

    await ports.sessions.add(session);
    expect(await ports.sessions.find(session.digest)).toEqual({ session, account });

    await ports.accounts.changePassword(account.id, account.passwordHash, 'new' as PasswordHash);
    expect(await ports.sessions.find(session.digest)).toBeUndefined();
  });
});
