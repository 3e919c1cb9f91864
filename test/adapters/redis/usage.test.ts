import { Redis } from 'ioredis';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { DAY_MS } from '../../../src/domain/usage/usage.ts';
import { addAccount } from '../../support/builders/an-account.ts';
import { aBatch, aCallCount, aReadCount } from '../../support/builders/some-usage.ts';
import { connectTo, type StoragePorts } from '../../support/storage/backends.ts';
import { realStorages } from '../../support/storage/fresh-storage.ts';

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
    const account = await addAccount(ports);
    const now = new Date();
    const batch = { calls: [aCallCount(now)], reads: [aReadCount(now)], retentionDays };
    expect(await ports.usage.apply(aBatch(account.id, batch))).toBe('applied');
    return { id: account.id, day: Math.floor(now.getTime() / DAY_MS) };
  }

  const keysOf = (id: string) => raw.keys(`${prefix}:u:{${id}}*`);

  it('expires by itself, each key when it is no longer needed', async () => {
    const { id, day } = await aUsedAccount(30);

    const keys = new Map((await keysOf(id)).map((key) => [key.split(':')[3] ?? '', key]));
    const endOf = (kind: string) => raw.pexpiretime(keys.get(kind) ?? '');
    const daysLeft = async (kind: string) => Math.ceil((await raw.pttl(keys.get(kind) ?? '')) / DAY_MS);

    expect([...keys.keys()].sort()).toEqual(['calls', 'days', 'reads', 'seen']);
    // Counts expire by the day they belong to, whenever they were written; the other keys some days after the last write.
    expect([await endOf('calls'), await endOf('reads')]).toEqual([(day + 31) * DAY_MS, (day + 31) * DAY_MS]);
    expect([await daysLeft('days'), await daysLeft('seen')]).toEqual([32, 2]);
  });

  it('is deleted together with its account', async () => {
    const { id } = await aUsedAccount(30);

    await ports.accounts.remove(id);

    expect(await keysOf(id)).toEqual([]);
  });
});
