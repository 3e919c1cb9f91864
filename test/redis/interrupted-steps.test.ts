import type { Cluster, Redis } from 'ioredis';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { toAccountRow } from '../../src/adapters/outbound/account-row.ts';
import type { AccountKeys } from '../../src/adapters/outbound/redis/account-keys.ts';
import { aSession } from '../support/a-session.ts';
import { anAccount, aRotation } from '../support/an-account.ts';
import { connectTo, type StoragePorts } from '../support/backends.ts';
import { realStorages } from '../support/fresh-storage.ts';
import { accountKeysOf, rawRedis } from '../support/raw-redis.ts';

const redisStorages = realStorages.filter(({ name }) => name === 'redis' || name === 'redis-cluster');

/** What takes several steps may stop after any of them. Each test leaves behind what such a stop leaves. */
describe.each(redisStorages)('$name, after a stop half-way', ({ name, fresh }) => {
  let ports: StoragePorts;
  let raw: Redis | Cluster;
  let keys: AccountKeys;

  beforeAll(async () => {
    const { url } = await fresh();
    ports = await connectTo(url);
    raw = rawRedis(name);
    keys = accountKeysOf(url);
  });
  afterAll(async () => {
    raw.disconnect();
    await ports.close();
  });

  it('of opening an account, its e-mail is still free and it is not listed', async () => {
    const account = anAccount();
    await raw.hset(keys.account(account.id), toAccountRow(account));
    await raw.set(keys.hint(account.key.digest), account.id);

    expect(await ports.accounts.findByEmail(account.email)).toBeUndefined();
    expect((await Array.fromAsync(ports.accounts.all())).map(({ id }) => id)).not.toContain(account.id);
    expect(await ports.accounts.add(anAccount({ email: account.email }))).toBe('added');
  });

  it('of removing an account, it is gone and its e-mail can be taken again', async () => {
    const account = anAccount();
    await ports.accounts.add(account);
    await raw.del(keys.account(account.id));

    expect(await ports.keys.findByDigest(account.key.digest)).toBeUndefined();
    expect(await ports.accounts.findByEmail(account.email)).toBeUndefined();
    const next = anAccount({ email: account.email });
    expect(await ports.accounts.add(next)).toBe('added');
    expect(await ports.accounts.findByEmail(account.email)).toEqual(next);
  });

  it('of a rotation before the swap, the old key is valid and the new one is not', async () => {
    const account = anAccount();
    await ports.accounts.add(account);
    const rotation = aRotation(account);
    await raw.set(keys.hint(rotation.issued.digest), account.id);

    expect(await ports.keys.findByDigest(rotation.issued.digest)).toBeUndefined();
    expect(await ports.keys.findByDigest(account.key.digest)).toMatchObject({ id: account.id });
  });

  it('of a rotation after the swap, the new key is valid and the old one is not', async () => {
    const account = anAccount();
    await ports.accounts.add(account);
    const rotation = aRotation(account);
    await ports.keys.apply(rotation);
    await raw.set(keys.hint(rotation.retired), account.id);

    expect(await ports.keys.findByDigest(rotation.retired)).toBeUndefined();
    expect(await ports.keys.findByDigest(rotation.issued.digest)).toMatchObject({ id: account.id });
  });

  it('a rotation that is carried out twice counts once', async () => {
    const account = anAccount();
    await ports.accounts.add(account);
    const rotation = aRotation(account);

    expect(await ports.keys.apply(rotation)).toBe('applied');
    expect(await ports.keys.apply(rotation)).toBe('applied');

    expect(await ports.keys.rotations(account.id, { limit: 10 })).toHaveLength(1);
    expect(await ports.keys.findByDigest(rotation.issued.digest)).toMatchObject({ id: account.id });
  });

  it('of starting a session, it is as if it had never been', async () => {
    const account = anAccount();
    await ports.accounts.add(account);
    const session = aSession(account);
    await raw.set(keys.sessionHint(session.digest), `${account.id} ${session.id}`);

    expect(await ports.sessions.find(session.digest)).toBeUndefined();
    expect(await ports.sessions.listOf(account.id)).toEqual([]);
  });

  it('a hint that was lost comes back when its owner signs in', async () => {
    const account = anAccount();
    await ports.accounts.add(account);
    await raw.del(keys.hint(account.key.digest));
    expect(await ports.keys.findByDigest(account.key.digest)).toBeUndefined();

    await ports.accounts.findByEmail(account.email);

    expect(await ports.keys.findByDigest(account.key.digest)).toMatchObject({ id: account.id });
  });
});
