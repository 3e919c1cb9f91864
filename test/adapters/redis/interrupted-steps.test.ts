import { describe, expect, it } from 'vitest';
import { aSession } from '../../support/builders/a-session.ts';
import { addAccount, anAccount, aRotation } from '../../support/builders/an-account.ts';
import { redisStorages } from '../../support/storage/fresh-storage.ts';
import { withRawRedis } from '../../support/storage/raw-redis.ts';

/**
 * Operations of several steps may be interrupted after any of them. Each test recreates the state after such an
 * interruption. test/proof/failpoints/accounts.test.ts interrupts creating an account and rotating a key at every step.
 */
describe.each(redisStorages)('$name › an interrupted operation', (storage) => {
  const { ports, raw, accountKeys: keys } = withRawRedis(storage);

  it('removing an account leaves it gone and its e-mail address free', async () => {
    const account = await addAccount(ports);
    await raw.del(keys.account(account.id));

    expect(await ports.keys.findByDigest(account.key.digest)).toBeUndefined();
    expect(await ports.accounts.findByEmail(account.email)).toBeUndefined();
    const next = anAccount({ email: account.email });
    expect(await ports.accounts.add(next)).toBe('added');
    expect(await ports.accounts.findByEmail(account.email)).toEqual(next);
  });

  it('rotating a key counts once when it is retried', async () => {
    const account = await addAccount(ports);
    const rotation = aRotation(account);

    expect(await ports.keys.apply(rotation)).toBe('applied');
    expect(await ports.keys.apply(rotation)).toBe('applied');

    expect(await ports.keys.rotations(account.id, { limit: 10 })).toHaveLength(1);
    expect(await ports.keys.findByDigest(rotation.issued.digest)).toMatchObject({ id: account.id });
  });

  it('starting a session leaves no session', async () => {
    const account = await addAccount(ports);
    const session = aSession(account);
    await raw.set(keys.sessionHint(session.digest), `${account.id} ${session.id}`);

    expect(await ports.sessions.find(session.digest)).toBeUndefined();
    expect(await ports.sessions.listOf(account.id)).toEqual([]);
  });

  it('losing the hint of a key is repaired when its owner signs in', async () => {
    const account = await addAccount(ports);
    await raw.del(keys.hint(account.key.digest));
    expect(await ports.keys.findByDigest(account.key.digest)).toBeUndefined();

    await ports.accounts.findByEmail(account.email);

    expect(await ports.keys.findByDigest(account.key.digest)).toMatchObject({ id: account.id });
  });
});
