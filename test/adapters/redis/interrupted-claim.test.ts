import type { Cluster, Redis } from 'ioredis';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { AccountKeys } from '../../../src/adapters/outbound/redis/account-keys.ts';
import { toAccountRow } from '../../../src/adapters/outbound/rows/account-row.ts';
import type { Account, DisplayName } from '../../../src/domain/accounts/account.ts';
import { anAccount, aRotation } from '../../support/builders/an-account.ts';
import { connectTo, type StoragePorts } from '../../support/storage/backends.ts';
import { redisStorages } from '../../support/storage/fresh-storage.ts';
import { accountKeysOf, rawRedis } from '../../support/storage/raw-redis.ts';

/** One step decides which account is the first, and several steps create it. Any of them may be interrupted. */
describe.each(redisStorages)('$name › an interrupted creation of the first account', ({ name, fresh }) => {
  let ports: StoragePorts;
  let raw: Redis | Cluster;
  let keys: AccountKeys;
  const account = anAccount();

  beforeEach(async () => {
    const { url } = await fresh();
    ports = await connectTo(url);
    raw = rawRedis(name);
    keys = accountKeysOf(url);
  });
  afterEach(async () => {
    raw.disconnect();
    await ports.close();
  });

  const claim = () => raw.set(keys.first, JSON.stringify(toAccountRow(account)));
  const create = () => raw.hset(keys.account(account.id), toAccountRow(account));
  const addHint = () => raw.set(keys.hint(account.key.digest), account.id);
  const addEmail = () => raw.set(keys.email(account.email), account.id);

  const steps = [
    { after: 'the claim', done: [claim] },
    { after: 'its hash', done: [claim, create] },
    { after: 'its hint', done: [claim, create, addHint] },
    { after: 'its e-mail', done: [claim, create, addHint, addEmail] },
  ];

  /** Whichever call comes next, it finds the account that won, and only that one. */
  const nextCalls: { next: string; call: () => Promise<unknown>; result: unknown }[] = [
    { next: 'checks whether there has been one', call: () => ports.accounts.everHeldAccount(), result: true },
    { next: 'claims it', call: () => ports.accounts.addFirst(anAccount()), result: 'not-first' },
    { next: 'retries the same claim', call: () => ports.accounts.addFirst(account), result: 'added' },
    {
      next: 'adds another one with its e-mail',
      call: () => ports.accounts.add(anAccount({ email: account.email })),
      result: 'email-taken',
    },
  ];

  describe.each(steps)('after $after', ({ done }) => {
    it.each(nextCalls)('is completed when another client $next', async ({ call, result }) => {
      for (const step of done) await step();

      expect(await call()).toBe(result);

      expect(await Array.fromAsync(ports.accounts.all())).toEqual([account]);
      expect(await ports.accounts.findByEmail(account.email)).toEqual(account);
      expect(await ports.keys.findByDigest(account.key.digest)).toMatchObject({ id: account.id });
      expect(await raw.get(keys.first)).toBe(account.id);
    });
  });

  it('is completed once by twenty concurrent clients', async () => {
    await claim();

    const outcomes = await Promise.all(Array.from({ length: 20 }, () => ports.accounts.addFirst(anAccount())));

    expect(outcomes).toEqual(Array(20).fill('not-first'));
    expect(await Array.fromAsync(ports.accounts.all())).toEqual([account]);
  });

  it('does not undo later changes when an instance completes it late', async () => {
    await ports.accounts.addFirst(account);
    const rotation = aRotation(account);
    await ports.keys.apply(rotation);
    await ports.accounts.rename(account.id, 'Another name' as DisplayName);
    await claim();

    await ports.accounts.everHeldAccount();

    const changed = account.withKey(rotation.issued).withName('Another name' as DisplayName);
    expect(await ports.accounts.find(account.id)).toEqual(changed);
    expect(await ports.keys.findByDigest(account.key.digest)).toBeUndefined();
  });

  it('does not bring a removed account back when an instance completes it late', async () => {
    await ports.accounts.addFirst(account);
    await ports.accounts.remove(account.id);
    await claim();

    expect(await ports.accounts.everHeldAccount()).toBe(true);

    await expectNothingOf(account);
    expect(await ports.accounts.add(anAccount({ email: account.email }))).toBe('added');
  });

  it('leaves an account that can be removed, and stays removed', async () => {
    for (const step of [claim, create, addHint, addEmail]) await step();

    expect(await ports.accounts.remove(account.id)).toBe('removed');
    await raw.del(keys.removed(account.id));

    expect(await ports.accounts.everHeldAccount()).toBe(true);
    await expectNothingOf(account);
  });

  it('by an older release, which had not recorded it yet, does not create a second first account', async () => {
    for (const step of [create, addHint, addEmail]) await step();
    const second = anAccount({ email: account.email });

    expect(await ports.accounts.addFirst(second)).toBe('not-first');

    expect(await Array.fromAsync(ports.accounts.all())).toEqual([account]);
    expect(await ports.accounts.find(second.id)).toBeUndefined();
    expect(await ports.accounts.everHeldAccount()).toBe(true);
  });

  async function expectNothingOf({ id, email }: Account): Promise<void> {
    expect(await ports.accounts.find(id)).toBeUndefined();
    expect(await ports.accounts.findByEmail(email)).toBeUndefined();
    expect(await Array.fromAsync(ports.accounts.all())).toEqual([]);
  }
});
