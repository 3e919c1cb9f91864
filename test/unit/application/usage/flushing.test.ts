import { beforeEach, describe, expect, it } from 'vitest';
import { StorageUnavailable } from '../../../../src/application/ports/storage/storage-unavailable.ts';
import type { UsageBatch } from '../../../../src/application/ports/usage-log.ts';
import { FlushUsage } from '../../../../src/application/usage/flush-usage.ts';
import type { TallyCalls } from '../../../../src/application/usage/tally-calls.ts';
import { type Account, newAccountId } from '../../../../src/domain/accounts/account.ts';
import { DAY_MS } from '../../../../src/domain/usage/usage.ts';
import { anAccount } from '../../../support/builders/an-account.ts';
import { aCallAt, aTally } from '../../../support/builders/some-usage.ts';
import { InMemoryStorage } from '../../../support/in-memory/in-memory-storage.ts';
import { InMemoryUsage } from '../../../support/in-memory/in-memory-usage.ts';

const NOW = new Date('2026-11-15T12:30:00.000Z');

/** A log that can be made to fail before or after it applies a batch. */
class FailingUsage extends InMemoryUsage {
  readonly sent: UsageBatch[] = [];
  running = 0;
  concurrentMax = 0;
  failBefore: (batch: UsageBatch) => unknown = () => undefined;
  loseReply: (batch: UsageBatch) => unknown = () => undefined;

  override async apply(batch: UsageBatch) {
    this.sent.push(batch);
    this.running += 1;
    this.concurrentMax = Math.max(this.concurrentMax, this.running);
    try {
      const failure = this.failBefore(batch);
      if (failure) throw failure;
      const result = await super.apply(batch);
      const loss = this.loseReply(batch);
      if (loss) throw loss;
      return result;
    } finally {
      this.running -= 1;
    }
  }
}

const outage = () => new StorageUnavailable('storage', new Error('connect ECONNREFUSED'));

describe('a flush', () => {
  let accounts: InMemoryStorage;
  let usage: FailingUsage;
  let tally: TallyCalls;
  let now: Date;
  let flush: FlushUsage;
  let pauses: number;

  beforeEach(() => {
    accounts = new InMemoryStorage();
    usage = new FailingUsage(accounts);
    tally = aTally();
    now = NOW;
    pauses = 0;
    const pause = async () => {
      pauses += 1;
    };
    flush = new FlushUsage(tally, usage, { now: () => now }, { instance: 'i_1', retentionDays: 90, pause });
  });

  async function anOwner(): Promise<Account['id']> {
    const account = anAccount();
    await accounts.add(account);
    return account.id;
  }

  async function countStored(id: Account['id']): Promise<number> {
    const range = { from: new Date(0), to: new Date(NOW.getTime() + DAY_MS) };
    const counts = await usage.summarize(id, { ...range, interval: 'day', groupBy: 'status', limit: 100 });
    return counts.reduce((sum, { count }) => sum + count, 0);
  }

  const done = { outage: undefined, errors: [], waiting: { accounts: 0, calls: 0 } };

  it('writes one batch per account, and none if nothing was counted', async () => {
    const [ada, bob] = [await anOwner(), await anOwner()];
    for (const id of [ada, bob, ada]) tally.record(aCallAt(NOW, id));

    expect(await flush.execute()).toEqual(done);
    expect(await flush.execute()).toEqual(done);

    expect(usage.sent.map(({ accountId }) => accountId)).toEqual([ada, bob]);
    expect([await countStored(ada), await countStored(bob)]).toEqual([2, 1]);
    expect(usage.sent[0]).toMatchObject({ instance: 'i_1', retentionDays: 90, lastUsedAt: NOW });
  });

  it('numbers batches in increasing order, whatever the clock', async () => {
    const ada = await anOwner();
    for (const moment of [NOW, NOW, new Date(NOW.getTime() - 5000), new Date(NOW.getTime() + 5000)]) {
      now = moment;
      tally.record(aCallAt(NOW, ada));
      await flush.execute();
    }

    expect(usage.sent.map(({ sequence }) => sequence - NOW.getTime())).toEqual([0, 1, 2, 5000]);
    expect(await countStored(ada)).toBe(4);
  });

  it('resends an unchanged batch when its reply was lost, and counts it once', async () => {
    const ada = await anOwner();
    tally.record(aCallAt(NOW, ada));
    usage.loseReply = outage;
    expect(await flush.execute()).toMatchObject({ waiting: { accounts: 1, calls: 1 }, outage: expect.any(Error) });

    usage.loseReply = () => undefined;
    tally.record(aCallAt(NOW, ada));
    tally.record(aCallAt(NOW, ada));
    // New counts wait, because it is unknown whether the batch before them was applied.
    expect(await flush.execute()).toMatchObject({ outage: undefined });
    expect(usage.sent[1]).toEqual(usage.sent[0]);
    expect(await countStored(ada)).toBe(1);

    expect(await flush.execute()).toEqual(done);
    expect(await countStored(ada)).toBe(3);
  });

  it('reports how much is still waiting', async () => {
    const [ada, bob] = [await anOwner(), await anOwner()];
    usage.failBefore = outage;
    for (const id of [ada, ada, bob]) tally.record(aCallAt(NOW, id));
    await flush.execute();
    tally.record(aCallAt(NOW, ada));

    expect((await flush.execute()).waiting).toEqual({ accounts: 2, calls: 4 });
  });

  it('does not try every account during an outage, and loses none', async () => {
    const owners = await Promise.all(Array.from({ length: 50 }, anOwner));
    for (const id of owners) tally.record(aCallAt(NOW, id));
    usage.failBefore = outage;

    expect((await flush.execute()).waiting).toEqual({ accounts: 50, calls: 50 });
    expect(usage.sent.length).toBeLessThanOrEqual(4);

    usage.failBefore = () => undefined;
    expect(await flush.execute()).toEqual(done);
    expect(await Promise.all(owners.map(countStored))).toEqual(owners.map(() => 1));
  });

  it('writes accounts in one part of the storage while another part is unavailable', async () => {
    const [away, here] = [await anOwner(), await anOwner()];
    usage.failBefore = ({ accountId }) => accountId === away && outage();
    tally.record(aCallAt(NOW, away));
    await flush.execute();

    for (let round = 0; round < 3; round += 1) {
      tally.record(aCallAt(NOW, away));
      tally.record(aCallAt(NOW, here));
      await flush.execute();
    }

    expect(await countStored(here)).toBe(3);
    usage.failBefore = () => undefined;
    await flush.execute();
    expect(await flush.execute()).toEqual(done);
    expect(await countStored(away)).toBe(4);
  });

  it('drops only the counts of removed accounts', async () => {
    const [gone, bob] = [newAccountId(NOW, new Uint8Array(32)), await anOwner()];
    tally.record(aCallAt(NOW, gone));
    tally.record(aCallAt(NOW, bob));

    expect(await flush.execute()).toEqual(done);
    expect(await countStored(bob)).toBe(1);
  });

  it('reports an error that is not an outage, and drops only that batch', async () => {
    const [ada, bob] = [await anOwner(), await anOwner()];
    const error = new Error('a bug');
    usage.failBefore = ({ accountId }) => accountId === ada && error;
    tally.record(aCallAt(NOW, ada));
    tally.record(aCallAt(NOW, bob));

    expect(await flush.execute()).toEqual({ ...done, errors: [error] });
    expect(await flush.execute()).toEqual(done);
    expect(await countStored(bob)).toBe(1);
  });

  it('gives up on a batch before storage deletes its sequence number', async () => {
    const ada = await anOwner();
    tally.record(aCallAt(NOW, ada));
    usage.loseReply = outage;
    await flush.execute();

    usage.loseReply = () => undefined;
    now = new Date(NOW.getTime() + DAY_MS + 1);
    await usage.deleteBefore({ hours: new Date(0), callers: new Date(0), sequences: new Date(now.getTime() - 1) });

    expect((await flush.execute()).errors).toEqual([expect.objectContaining({ name: 'GivenUp' })]);
    expect(await flush.execute()).toEqual(done);
    expect(await countStored(ada)).toBe(1);
  });

  it('writes few batches concurrently, and pauses after each', async () => {
    for (const id of await Promise.all(Array.from({ length: 20 }, anOwner))) tally.record(aCallAt(NOW, id));

    await flush.execute();

    expect(pauses).toBe(20);
    expect(usage.concurrentMax).toBe(2);
  });
});
