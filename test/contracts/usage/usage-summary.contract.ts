import { describe, expect, it } from 'vitest';
import type { UsageQuery } from '../../../src/application/ports/usage-log.ts';
import type { Account } from '../../../src/domain/accounts/account.ts';
import { sortCounts } from '../../../src/domain/usage/usage.ts';
import { addAccount } from '../../support/builders/an-account.ts';
import { aBatch, aCallCount, aPromptId, aReadCount } from '../../support/builders/some-usage.ts';
import type { CreateStorage } from '../../support/storage/backends.ts';
import { twoInstances } from '../two-instances.ts';
import { days, hours, MIDNIGHT, NOON } from './usage-moments.ts';

/** One test per promise of the UsageLog port about summaries. */
export function usageSummaryContract(createStorage: CreateStorage): void {
  describe('UsageLog', () => {
    const { here, there } = twoInstances(createStorage);

    const anAddedAccount = () => addAccount(here);

    async function summary({ id }: Pick<Account, 'id'>, query: Partial<UsageQuery> = {}) {
      const defaults = { from: days(-30), to: days(30), interval: 'hour', groupBy: 'status', limit: 1000 } as const;
      return sortCounts(await there.usage.summarize(id, { ...defaults, ...query }));
    }

    describe('summarizes', () => {
      const promptId = aPromptId();
      const other = aPromptId();

      async function aBusyAccount(): Promise<Account> {
        const account = await anAddedAccount();
        const calls = [
          aCallCount(NOON, { route: 'GET /a', statusClass: '2xx', count: 1 }),
          aCallCount(NOON, { route: 'GET /b', statusClass: '5xx', count: 2 }),
          aCallCount(hours(1), { route: 'GET /a', statusClass: '2xx', count: 4 }),
          aCallCount(hours(1), { route: 'GET /b', statusClass: '2xx', count: 8 }),
          aCallCount(hours(12), { route: 'GET /a', statusClass: '4xx', count: 16 }),
        ];
        const reads = [
          aReadCount(NOON, { promptId, version: 1, count: 1 }),
          aReadCount(NOON, { promptId, version: 2, count: 2 }),
          aReadCount(hours(1), { promptId, version: 2, count: 4 }),
          aReadCount(hours(12), { promptId: other, version: 1, count: 8 }),
        ];
        await here.usage.apply(aBatch(account.id, { calls, reads }));
        return account;
      }

      it('by hour and status', async () => {
        expect(await summary(await aBusyAccount())).toEqual([
          { start: NOON, group: '2xx', count: 1 },
          { start: NOON, group: '5xx', count: 2 },
          { start: hours(1), group: '2xx', count: 12 },
          { start: hours(12), group: '4xx', count: 16 },
        ]);
      });

      it('by day, which begins at midnight UTC', async () => {
        expect(await summary(await aBusyAccount(), { interval: 'day' })).toEqual([
          { start: MIDNIGHT, group: '2xx', count: 13 },
          { start: MIDNIGHT, group: '5xx', count: 2 },
          { start: days(1, MIDNIGHT), group: '4xx', count: 16 },
        ]);
      });

      it('by route', async () => {
        expect(await summary(await aBusyAccount(), { groupBy: 'route', interval: 'day' })).toEqual([
          { start: MIDNIGHT, group: 'GET /a', count: 5 },
          { start: MIDNIGHT, group: 'GET /b', count: 10 },
          { start: days(1, MIDNIGHT), group: 'GET /a', count: 16 },
        ]);
      });

      it('reads by prompt, whatever the version', async () => {
        const account = await aBusyAccount();

        expect(await summary(account, { groupBy: 'prompt' })).toEqual([
          { start: NOON, group: promptId, count: 3 },
          { start: hours(1), group: promptId, count: 4 },
          { start: hours(12), group: other, count: 8 },
        ]);
        expect(await summary(account, { groupBy: 'prompt', interval: 'day' })).toEqual([
          { start: MIDNIGHT, group: promptId, count: 7 },
          { start: days(1, MIDNIGHT), group: other, count: 8 },
        ]);
      });

      it('from the start, up to but not including the end', async () => {
        const account = await aBusyAccount();

        const counted = await summary(account, { from: hours(1), to: hours(12) });
        expect(counted).toEqual([{ start: hours(1), group: '2xx', count: 12 }]);
        const moment = { from: new Date(NOON.getTime() + 1), to: hours(1) };
        expect(await summary(account, moment)).toEqual([]);
        expect(await summary(account, { from: NOON, to: new Date(hours(1).getTime() + 1) })).toHaveLength(3);
      });

      it('only the requested part of a day', async () => {
        const counted = await summary(await aBusyAccount(), { from: hours(1), to: hours(13), interval: 'day' });

        expect(counted).toEqual([
          { start: MIDNIGHT, group: '2xx', count: 12 },
          { start: days(1, MIDNIGHT), group: '4xx', count: 16 },
        ]);
      });

      it('at most the requested number of entries', async () => {
        const account = await aBusyAccount();

        expect(await summary(account, { limit: 3 })).toHaveLength(3);
        expect(await summary(account, { limit: 4 })).toHaveLength(4);
        expect(await summary(account, { limit: 5 })).toHaveLength(4);
      });

      it('a thousand counters of one batch', async () => {
        const account = await anAddedAccount();
        const reads = Array.from({ length: 1000 }, () => aReadCount(NOON));
        await here.usage.apply(aBatch(account.id, { reads }));

        const counted = await summary(account, { groupBy: 'prompt', limit: 2000 });

        const groups = counted.map(({ group }) => group);
        expect(groups).toEqual(reads.map(({ promptId: id }) => id).toSorted());
      });
    });
  });
}
