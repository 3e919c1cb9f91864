import { describe, expect, it } from 'vitest';
import type { UsageQuery } from '../../../src/application/ports/usage-log.ts';
import type { Account } from '../../../src/domain/accounts/account.ts';
import { sortCounts } from '../../../src/domain/usage/usage.ts';
import { addAccount, anAccount, aRotation, aStoredKey } from '../../support/builders/an-account.ts';
import { aBatch, aCallCount, anInstance, aPromptId, aReadCount } from '../../support/builders/some-usage.ts';
import type { CreateStorage } from '../../support/storage/backends.ts';
import { TWENTY, twoInstances } from '../two-instances.ts';
import { days, hours, MIDNIGHT, NOON } from './usage-moments.ts';

/** One test per promise of the UsageLog port, except those about summaries, which have their own file. */
export function usageLogContract(createStorage: CreateStorage): void {
  describe('UsageLog', () => {
    const { here, there, onBoth } = twoInstances(createStorage);

    const anAddedAccount = (fields: Partial<Account> = {}) => addAccount(here, fields);

    async function summary({ id }: Pick<Account, 'id'>, query: Partial<UsageQuery> = {}) {
      const defaults = { from: days(-30), to: days(30), interval: 'hour', groupBy: 'status', limit: 1000 } as const;
      return sortCounts(await there.usage.summarize(id, { ...defaults, ...query }));
    }

    const statuses = (account: Account) =>
      summary(account).then((counts) => counts.map(({ group, count }) => [group, count]));

    it('counts nothing if nothing was applied', async () => {
      const account = await anAddedAccount();

      expect(await summary(account)).toEqual([]);
      expect(await summary(account, { groupBy: 'prompt' })).toEqual([]);
      expect(await summary(anAccount())).toEqual([]);
    });

    it('adds up batches, on every instance', async () => {
      const account = await anAddedAccount();
      const calls = [aCallCount(NOON, { count: 2 }), aCallCount(NOON, { statusClass: '4xx', count: 3 })];

      expect(await here.usage.apply(aBatch(account.id, { calls }))).toBe('applied');
      expect(await there.usage.apply(aBatch(account.id, { calls }))).toBe('applied');

      expect(await statuses(account)).toEqual([
        ['2xx', 4],
        ['4xx', 6],
      ]);
    });

    it('adds a batch once, however often it is sent', async () => {
      const account = await anAddedAccount();
      const promptId = aPromptId();
      const batch = aBatch(account.id, { calls: [aCallCount(NOON)], reads: [aReadCount(NOON, { promptId })] });

      expect(await here.usage.apply(batch)).toBe('applied');
      expect(await here.usage.apply(batch)).toBe('known-already');
      expect(await there.usage.apply(batch)).toBe('known-already');

      expect(await statuses(account)).toEqual([['2xx', 1]]);
      expect(await summary(account, { groupBy: 'prompt' })).toEqual([{ start: NOON, group: promptId, count: 1 }]);
    });

    it('adds a batch once that is sent twenty times concurrently', async () => {
      const account = await anAddedAccount();
      const batch = aBatch(account.id, { calls: [aCallCount(NOON)] });

      const results = await onBoth(TWENTY, ({ usage }) => usage.apply(batch));

      expect(results.filter((result) => result === 'applied')).toHaveLength(1);
      expect(await statuses(account)).toEqual([['2xx', 1]]);
    });

    it('treats a batch that arrives after the next one of its instance as known', async () => {
      const account = await anAddedAccount();
      const late = aBatch(account.id, { sequence: 1_000_001, calls: [aCallCount(NOON)] });
      await here.usage.apply(late);
      await here.usage.apply({ ...late, sequence: 1_000_002 });

      expect(await here.usage.apply(late)).toBe('known-already');

      expect(await statuses(account)).toEqual([['2xx', 2]]);
    });

    it('distinguishes batches of different instances, whatever their numbers', async () => {
      const account = await anAddedAccount();
      const batch = aBatch(account.id, { calls: [aCallCount(NOON)] });
      await here.usage.apply(batch);

      expect(await here.usage.apply({ ...batch, instance: anInstance() })).toBe('applied');
      const earlier = { ...batch, instance: anInstance(), sequence: batch.sequence - 1 };
      expect(await here.usage.apply(earlier)).toBe('applied');

      expect(await statuses(account)).toEqual([['2xx', 3]]);
    });

    it('distinguishes batches of one instance for different accounts', async () => {
      const [account, neighbour] = [await anAddedAccount(), await anAddedAccount()];
      const batch = aBatch(account.id, { calls: [aCallCount(NOON)] });
      await here.usage.apply(batch);

      expect(await here.usage.apply({ ...batch, accountId: neighbour.id })).toBe('applied');

      expect(await statuses(neighbour)).toEqual([['2xx', 1]]);
    });

    it('loses nothing of twenty concurrent batches from two instances, in any order', async () => {
      const account = await anAddedAccount();
      const routes = ['GET /a', 'GET /b', 'GET /c', 'GET /d'];
      const calls = routes.flatMap((route) => [hours(1), NOON].map((hour) => aCallCount(hour, { route })));
      const promptId = aPromptId();
      const reads = [1, 2, 3].map((version) => aReadCount(NOON, { promptId, version }));

      const results = await onBoth(TWENTY, ({ usage }, index) => {
        const turned = index % 2 ? { calls, reads } : { calls: calls.toReversed(), reads: reads.toReversed() };
        return usage.apply(aBatch(account.id, turned));
      });

      expect(results).toEqual(Array(20).fill('applied'));
      const byRoute = await summary(account, { groupBy: 'route', interval: 'day' });
      expect(byRoute).toEqual(routes.map((group) => ({ start: MIDNIGHT, group, count: 40 })));
      expect(await summary(account, { groupBy: 'prompt' })).toEqual([{ start: NOON, group: promptId, count: 60 }]);
    });

    it('stores nothing for a missing account, and creates none', async () => {
      const stranger = anAccount();

      expect(await here.usage.apply(aBatch(stranger.id, { calls: [aCallCount(NOON)] }))).toBe('no-account');

      expect(await summary(stranger)).toEqual([]);
      expect(await here.usage.lastUsedAt(stranger.id)).toBeUndefined();
      expect(await here.accounts.find(stranger.id)).toBeUndefined();
    });

    it('shows no account the usage of another', async () => {
      const [account, neighbour] = [await anAddedAccount(), await anAddedAccount({ key: aKeyIssued(hours(-9)) })];
      await here.usage.apply(
        aBatch(account.id, { calls: [aCallCount(NOON)], reads: [aReadCount(NOON)], lastUsedAt: NOON }),
      );

      expect(await summary(neighbour)).toEqual([]);
      expect(await summary(neighbour, { groupBy: 'prompt' })).toEqual([]);
      expect(await here.usage.lastUsedAt(neighbour.id)).toBeUndefined();
    });

    it('is removed with the account, even if the account is added again', async () => {
      const account = await anAddedAccount({ key: aKeyIssued(hours(-9)) });
      const batch = aBatch(account.id, { calls: [aCallCount(NOON)], reads: [aReadCount(NOON)], lastUsedAt: NOON });
      await here.usage.apply(batch);

      await here.accounts.remove(account.id);
      expect(await summary(account)).toEqual([]);
      expect(await there.usage.apply({ ...batch, sequence: batch.sequence + 1 })).toBe('no-account');

      await here.accounts.add(account);
      expect(await summary(account)).toEqual([]);
      expect(await summary(account, { groupBy: 'prompt' })).toEqual([]);
      expect(await there.usage.lastUsedAt(account.id)).toBeUndefined();
      expect(await there.usage.apply(batch)).toBe('applied');
    });

    describe('the last use of a key', () => {
      const use = async (account: Account, lastUsedAt: Date) =>
        expect(await here.usage.apply(aBatch(account.id, { lastUsedAt }))).toBe('applied');
      const lastUse = ({ id }: Account) => there.usage.lastUsedAt(id);

      it('is undefined if it was never used', async () => {
        expect(await lastUse(await anAddedAccount())).toBeUndefined();
      });

      it('has millisecond precision', async () => {
        const account = await anAddedAccount({ key: aKeyIssued(NOON) });
        const moment = new Date(NOON.getTime() + 1234);

        await use(account, moment);

        expect(await lastUse(account)).toEqual(moment);
      });

      it('is the latest of all, in whatever order they are applied', async () => {
        const account = await anAddedAccount({ key: aKeyIssued(NOON) });
        await use(account, hours(1));
        await use(account, hours(3));
        await use(account, hours(2));

        expect(await lastUse(account)).toEqual(hours(3));
      });

      it('is undefined for a new key until it is used', async () => {
        const account = await anAddedAccount({ key: aKeyIssued(days(-20)) });
        await use(account, hours(1));
        const rotation = aRotation(account);
        await here.keys.apply(rotation);

        expect(await lastUse(account)).toBeUndefined();

        const moment = new Date(rotation.issued.issuedAt.getTime() + 1);
        await use(account, moment);
        expect(await lastUse(account)).toEqual(moment);
      });
    });

    describe('deletes', () => {
      const retentionDays = 5;

      it('only expired hours', async () => {
        const [old, recent] = [days(-9), hours(-1)];
        const [account, neighbour] = [await anAddedAccount(), await anAddedAccount()];
        const promptId = aPromptId();
        for (const { id } of [account, neighbour]) {
          const calls = [old, recent].map((hour) => aCallCount(hour));
          const reads = [old, recent].map((hour) => aReadCount(hour, { promptId }));
          await here.usage.apply(aBatch(id, { calls, reads, retentionDays }));
        }

        // Concurrently, like two instances.
        const limits = cutoffs(days(-retentionDays));
        await Promise.all([here.usage.deleteBefore(limits), there.usage.deleteBefore(limits)]);

        for (const { id } of [account, neighbour]) {
          expect(await summary({ id })).toEqual([{ start: recent, group: '2xx', count: 1 }]);
          expect(await summary({ id }, { groupBy: 'prompt' })).toEqual([{ start: recent, group: promptId, count: 1 }]);
        }
      });

      it('thousands of hours', async () => {
        const account = await anAddedAccount();
        const calls = Array.from({ length: 3000 }, (_, index) => aCallCount(hours(-index, days(-9))));
        await here.usage.apply(aBatch(account.id, { calls, retentionDays }));

        await here.usage.deleteBefore(cutoffs(days(-retentionDays)));

        expect(await summary(account, { from: days(-200) })).toEqual([]);
      });

      it('only the sequence numbers of instances that were silent for days', async () => {
        const account = await anAddedAccount();
        const silent = aBatch(account.id, { sequence: days(-9).getTime() });
        const busy = aBatch(account.id, { sequence: NOON.getTime() });
        await here.usage.apply(silent);
        await here.usage.apply(busy);

        await here.usage.deleteBefore({ ...cutoffs(days(-retentionDays)), sequences: days(-3) });

        expect(await here.usage.apply(busy)).toBe('known-already');
        // The batch is applied again, because its sequence number is deleted.
        expect(await here.usage.apply(silent)).toBe('applied');
      });
    });
  });
}

const cutoffs = (before: Date) => ({ hours: before, callers: before, sequences: before });

const aKeyIssued = (issuedAt: Date) => ({ ...aStoredKey(), issuedAt });
