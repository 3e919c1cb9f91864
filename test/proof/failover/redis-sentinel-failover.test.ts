import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { aDraft, anOrder, anOwner, aPrompt, aRevision, PRODUCTION } from '../../support/builders/a-prompt.ts';
import { anAccount, aRotation } from '../../support/builders/an-account.ts';
import { type SentinelTrio, startRedisSentinel } from '../../support/servers/redis/redis-sentinel.ts';
import { waitUntil } from '../../support/servers/wait-until.ts';
import { wantedStorages } from '../../support/servers/wanted-storages.ts';
import { connectTo, type StoragePorts } from '../../support/storage/backends.ts';

/** On a busy machine a sentinel that distrusts its clock may do nothing for half a minute. */
const FAILOVER_MS = 120_000;
const MOVES = 200;

describe.runIf(wantedStorages().includes('redis'))('Redis with Sentinel', () => {
  let trio: SentinelTrio;
  let ports: StoragePorts;

  beforeEach(async () => {
    trio = await startRedisSentinel();
    ports = await connectTo(trio.url);
  });
  afterEach(async () => {
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

  // Without minReplicas, a failover may lose writes that were acknowledged, but only together with their changes.
  it('has the change of every label move that survives a failover, and no other', async () => {
    const owner = await anOwner(ports);
    const prompt = await aPrompt(ports, owner);
    const published = aRevision(prompt, { draft: aDraft() });
    expect(await ports.prompts.writer.revise(published)).toMatchObject({ kind: 'revised' });
    // The prompt is there after the failover. The last moves may be lost.
    await trio.replicated();
    let version = 1;
    const move = async (): Promise<boolean> => {
      version = 3 - version;
      const outcome = await ports.prompts.writer.revise(aRevision(prompt, { labels: [anOrder(PRODUCTION, version)] }));
      return outcome.kind === 'revised' || outcome.kind === 'unchanged';
    };
    for (let count = 0; count < MOVES; count += 1) expect(await move()).toBe(true);

    const killed = trio.master.kill();
    while (await move().catch(() => false));
    await killed;
    // Reads use another connection, which has to find the new master too.
    const works = async () => (await move()) && (await ports.prompts.reader.readRevision(owner)) > 0;
    await waitUntil(works, { what: 'the replica has taken over', timeoutMs: FAILOVER_MS });

    const moves = await ports.prompts.archive.readMoves(owner, prompt.id, { limit: 100 * MOVES });
    const { changes, revision } = await ports.prompts.changes.after(owner, { revision: 0, n: 0 }, 100 * MOVES);
    const [created, second, ...others] = changes;
    expect([created?.type, second?.type]).toEqual(['prompt.created', 'version.published']);
    expect(others.map(({ data }) => data)).toMatchObject(moves.map(({ version, previous }) => ({ version, previous })));
    expect(changes.map((change) => change.revision)).toEqual(changes.map((_, index) => index + 1));
    expect(revision).toBe(changes.length);
  }, 180_000);
});
