import { Cluster, Redis } from 'ioredis';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { toAccountRow } from '../../src/adapters/outbound/account-row.ts';
import { accountKeys } from '../../src/adapters/outbound/redis/account-keys.ts';
import { anAccount, aRotation } from '../support/an-account.ts';
import { connectTo, type StoragePorts } from '../support/backends.ts';
import { realStorages } from '../support/fresh-storage.ts';

const redisStorages = realStorages.filter(({ name }) => name === 'redis' || name === 'redis-cluster');

/** What takes several steps may stop after any of them. Each test leaves behind what such a stop leaves. */
describe.each(redisStorages)('$name, after a stop half-way', ({ name, fresh }) => {
  let ports: StoragePorts;
  let raw: Redis | Cluster;
  let keys: ReturnType<typeof accountKeys>;

  beforeAll(async () => {
    const { url } = await fresh();
    ports = await connectTo(url);
    raw = rawClient(name);
    const prefix = new URL(url.replace(/^redis-cluster:\/\/[^?]*/, 'http://cluster')).searchParams.get('prefix') ?? '';
    keys = accountKeys({ key: (...parts: string[]) => [prefix, ...parts].join(':') });
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

  it('a hint that was lost comes back when its owner signs in', async () => {
    const account = anAccount();
    await ports.accounts.add(account);
    await raw.del(keys.hint(account.key.digest));
    expect(await ports.keys.findByDigest(account.key.digest)).toBeUndefined();

    await ports.accounts.findByEmail(account.email);

    expect(await ports.keys.findByDigest(account.key.digest)).toMatchObject({ id: account.id });
  });
});

function rawClient(name: string): Redis | Cluster {
  if (name === 'redis') return new Redis(inject('redisUrl'));
  const nodes = inject('redisClusterUrl').slice('redis-cluster://'.length).split(',');
  return new Cluster(nodes.map((node) => ({ host: node.split(':')[0] ?? '', port: Number(node.split(':')[1]) })));
}
