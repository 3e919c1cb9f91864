import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { anAccount, aRotation } from '../../support/builders/an-account.ts';
import { type SentinelTrio, startRedisSentinel } from '../../support/servers/redis/redis-sentinel.ts';
import { waitUntil } from '../../support/servers/wait-until.ts';
import { wantedStorages } from '../../support/servers/wanted-storages.ts';
import { connectTo, type StoragePorts } from '../../support/storage/backends.ts';

/** On a busy machine a sentinel that distrusts its clock may do nothing for half a minute. */
const FAILOVER_MS = 120_000;

describe.runIf(wantedStorages().includes('redis'))('Redis with Sentinel', () => {
  let trio: SentinelTrio;
  let ports: StoragePorts;

  beforeAll(async () => {
    trio = await startRedisSentinel();
    ports = await connectTo(trio.url);
  });
  afterAll(async () => {
    await ports.close();
    await trio.dispose();
  });

  it('finds the master by name, and the new master after a failover', async () => {
    const account = anAccount();
    const rotation = aRotation(account);
    expect(await ports.accounts.add(account)).toBe('added');
    expect(await ports.keys.apply(rotation)).toBe('applied');

    await trio.replicated();
    await trio.master.kill();
    const next = aRotation(account.withKey(rotation.issued));
    // Reads and writes use separate connections, and each has to find the new master.
    const works = async () =>
      (await ports.keys.apply(next)) === 'applied' && (await ports.keys.findByDigest(next.issued.digest)) !== undefined;
    await waitUntil(works, { what: 'the replica has taken over', timeoutMs: FAILOVER_MS });

    expect(await ports.keys.findByDigest(next.issued.digest)).toMatchObject({ id: account.id });
    expect(await ports.keys.findByDigest(rotation.issued.digest)).toBeUndefined();
  }, 180_000);
});
