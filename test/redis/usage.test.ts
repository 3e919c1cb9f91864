import { Redis } from 'ioredis';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { anAccount } from '../support/an-account.ts';
import { connectTo, type StoragePorts } from '../support/backends.ts';
import { realStorages } from '../support/fresh-storage.ts';
import { aBatch, aCallCount, aReadCount } from '../support/some-usage.ts';

const SECONDS_OF_A_DAY = 86_400;

describe.each(realStorages.filter(({ name }) => name === 'redis'))('usage on $name', ({ fresh }) => {
  let ports: StoragePorts;
  let raw: Redis;
  let prefix: string;

  beforeAll(async () => {
    const { url } = await fresh();
    ports = await connectTo(url);
    raw = new Redis(inject('redisUrl'));
    prefix = new URL(url).searchParams.get('prefix') ?? '';
  });
  afterAll(async () => {
    raw.disconnect();
    await ports.close();
  });

  async function aUsedAccount(retentionDays: number) {
    const account = anAccount();
    await ports.accounts.add(account);
    const now = new Date();
    const batch = { calls: [aCallCount(now)], reads: [aReadCount(now)], retentionDays };
    expect(await ports.usage.apply(aBatch(account.id, batch))).toBe('applied');
    return account;
  }

  const keysOf = (id: string) => raw.keys(`${prefix}:u:{${id}}*`);

  it('expires by itself, each key when nobody needs it any more', async () => {
    const { id } = await aUsedAccount(30);

    const keys = await keysOf(id);
    const days = await Promise.all(keys.map(async (key) => (await raw.ttl(key)) / SECONDS_OF_A_DAY));
    const kinds = keys.map((key, index) => [key.split(':')[3], Math.ceil(days[index] ?? 0)]);

    expect(new Map(kinds as [string, number][])).toEqual(
      new Map([
        ['calls', 31],
        ['reads', 31],
        ['days', 32],
        ['seen', 2],
      ]),
    );
  });

  it('leaves nothing behind when its account is removed', async () => {
    const { id } = await aUsedAccount(30);

    await ports.accounts.remove(id);

    expect(await keysOf(id)).toEqual([]);
  });
});
