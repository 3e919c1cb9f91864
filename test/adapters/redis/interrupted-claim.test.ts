import type { Cluster, Redis } from 'ioredis';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { AccountKeys } from '../../../src/adapters/outbound/redis/account-keys.ts';
import { toAccountRow } from '../../../src/adapters/outbound/rows/account-row.ts';
import type { Account, DisplayName } from '../../../src/domain/accounts/account.ts';
import { anAccount, aRotation } from '../../support/builders/an-account.ts';
import { connectTo, type StoragePorts } from '../../support/storage/backends.ts';
import { realStorages } from '../../support/storage/fresh-storage.ts';
import { accountKeysOf, rawRedis } from '../../support/storage/raw-redis.ts';

const redisStorages = realStorages.filter(({ name }) => name === 'redis' || name === 'redis-cluster');

/** The first account is decided in one step and put in its places in several, each of which may be the last. */
describe.each(redisStorages)('$name, after a stop in the middle of opening the first account', ({ name, fresh }) => {
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

  const claimed = () => raw.set(keys.first, JSON.stringify(toAccountRow(account)));
  const created = () => raw.hset(keys.account(account.id), toAccountRow(account));
  const hinted = () => raw.set(keys.hint(account.key.digest), account.id);
  const addressed = () => raw.set(keys.email(account.email), account.id);

  const steps = [
    { after: 'the claim', done: [claimed] },
    { after: 'its hash', done: [claimed, created] },
    { after: 'its hint', done: [claimed, created, hinted] },
    { after: 'its e-mail', done: [claimed, created, hinted, addressed] },
  ];

  /** Who comes next, through any door: the account that won is there, as if nothing had happened, and nobody else is. */
  const nexts: { next: string; ask: () => Promise<unknown>; answer: unknown }[] = [
    { next: 'asks whether there has been one', ask: () => ports.accounts.everHeldAccount(), answer: true },
    { next: 'claims it', ask: () => ports.accounts.addFirst(anAccount()), answer: 'not-first' },
    { next: 'repeats the claim, unheard before', ask: () => ports.accounts.addFirst(account), answer: 'added' },
    {
      next: 'opens another with its e-mail',
      ask: () => ports.accounts.add(anAccount({ email: account.email })),
      answer: 'email-taken',
    },
  ];

  describe.each(steps)('stopped after $after', ({ done }) => {
    it.each(nexts)('it comes to be when somebody $next', async ({ ask, answer }) => {
      for (const step of done) await step();

      expect(await ask()).toBe(answer);

      expect(await Array.fromAsync(ports.accounts.all())).toEqual([account]);
      expect(await ports.accounts.findByEmail(account.email)).toEqual(account);
      expect(await ports.keys.findByDigest(account.key.digest)).toMatchObject({ id: account.id });
      expect(await raw.get(keys.first)).toBe(account.id);
    });
  });

  it('it comes to be once for all who find it undone at once', async () => {
    await claimed();

    const answers = await Promise.all(Array.from({ length: 20 }, () => ports.accounts.addFirst(anAccount())));

    expect(answers).toEqual(Array(20).fill('not-first'));
    expect(await Array.fromAsync(ports.accounts.all())).toEqual([account]);
  });

  it('whoever is late to put it in its places undoes nothing that was done since', async () => {
    await ports.accounts.addFirst(account);
    const rotation = aRotation(account);
    await ports.keys.apply(rotation);
    await ports.accounts.rename(account.id, 'Somebody else' as DisplayName);
    await claimed();

    await ports.accounts.everHeldAccount();

    const changed = account.withKey(rotation.issued).withName('Somebody else' as DisplayName);
    expect(await ports.accounts.find(account.id)).toEqual(changed);
    expect(await ports.keys.findByDigest(account.key.digest)).toBeUndefined();
  });

  it('whoever is late to put it in its places does not bring it back after it was removed', async () => {
    await ports.accounts.addFirst(account);
    await ports.accounts.remove(account.id);
    await claimed();

    expect(await ports.accounts.everHeldAccount()).toBe(true);

    await expectNothingOf(account);
    expect(await ports.accounts.add(anAccount({ email: account.email }))).toBe('added');
  });

  it('it can be removed, and is not brought back by what was left undone', async () => {
    for (const step of [claimed, created, hinted, addressed]) await step();

    expect(await ports.accounts.remove(account.id)).toBe('removed');
    await raw.del(keys.removed(account.id));

    expect(await ports.accounts.everHeldAccount()).toBe(true);
    await expectNothingOf(account);
  });

  it('by an older release, which had not said yet that there is one, it is not opened a second time', async () => {
    for (const step of [created, hinted, addressed]) await step();
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
