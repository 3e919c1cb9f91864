import { describe, expect, it } from 'vitest';
import type { Account } from '../../../src/domain/accounts/account.ts';
import type { Label } from '../../../src/domain/naming/label.ts';
import type { PromptId } from '../../../src/domain/naming/prompt-name.ts';
import { sortCounts } from '../../../src/domain/usage/usage.ts';
import { addAccount, anAccount } from '../../support/builders/an-account.ts';
import { aBatch, aPromptCallCount, aPromptId, aReadCount } from '../../support/builders/some-usage.ts';
import type { CreateStorage } from '../../support/storage/backends.ts';
import { twoInstances } from '../two-instances.ts';
import { days, hours, MIDNIGHT, NOON } from './usage-moments.ts';

const PRODUCTION = 'production' as Label;

/** One test per promise of the UsageLog port about the calls of one prompt. */
export function promptUsageContract(createStorage: CreateStorage): void {
  describe('UsageLog', () => {
    const { here, there } = twoInstances(createStorage);

    const anAddedAccount = () => addAccount(here);

    const WEEK = { from: days(-7), to: days(1) };

    /** In a fixed order, on the other instance. */
    async function counts({ id }: Account, promptId: PromptId, range = WEEK) {
      const { reads, calls } = await there.usage.countPrompt(id, promptId, range);
      return {
        reads: reads.toSorted((one, other) => one.version - other.version),
        calls: calls.toSorted((one, other) => (JSON.stringify(one) < JSON.stringify(other) ? -1 : 1)),
      };
    }

    async function failures({ id }: Account, interval: 'hour' | 'day') {
      const query = { ...WEEK, interval, groupBy: 'failedPrompt', limit: 1000 } as const;
      return sortCounts(await there.usage.summarize(id, query));
    }

    it('counts nothing for a prompt without calls, or without an account', async () => {
      expect(await counts(await anAddedAccount(), aPromptId())).toEqual({ reads: [], calls: [] });
      expect(await counts(anAccount(), aPromptId())).toEqual({ reads: [], calls: [] });
    });

    it('adds up the calls of a prompt by version and label, and only of that prompt and account', async () => {
      const [account, neighbour] = [await anAddedAccount(), await anAddedAccount()];
      const [promptId, other] = [aPromptId(), aPromptId()];
      const batch = {
        reads: [
          aReadCount(NOON, { promptId, version: 1, count: 5 }),
          aReadCount(NOON, { promptId, version: 2, count: 1 }),
          aReadCount(NOON, { promptId: other, count: 9 }),
        ],
        promptCalls: [
          aPromptCallCount(NOON, { promptId, version: 1, label: PRODUCTION, served: 4, failed: 0 }),
          aPromptCallCount(NOON, { promptId, version: 2, label: PRODUCTION, served: 1, failed: 2 }),
          aPromptCallCount(NOON, { promptId, version: undefined, label: undefined, served: 0, failed: 3 }),
          aPromptCallCount(NOON, { promptId: other, served: 9, failed: 9 }),
        ],
      };
      const later = aPromptCallCount(hours(30), { promptId, version: 2, label: PRODUCTION, served: 10, failed: 20 });

      await here.usage.apply(aBatch(account.id, batch));
      await there.usage.apply(aBatch(account.id, batch));
      await here.usage.apply(aBatch(account.id, { promptCalls: [later] }));
      await here.usage.apply(aBatch(neighbour.id, { promptCalls: [later] }));

      expect(await counts(account, promptId, { from: days(-7), to: days(2) })).toEqual({
        reads: [
          { version: 1, count: 10 },
          { version: 2, count: 2 },
        ],
        calls: [
          { label: undefined, version: undefined, served: 0, failed: 6 },
          { version: 1, label: PRODUCTION, served: 8, failed: 0 },
          { version: 2, label: PRODUCTION, served: 12, failed: 24 },
        ].toSorted((one, two) => (JSON.stringify(one) < JSON.stringify(two) ? -1 : 1)),
      });
    });

    it('counts the hours that begin in the range, without its end', async () => {
      const account = await anAddedAccount();
      const promptId = aPromptId();
      const moments = [hours(-13), hours(0), hours(1), hours(14)];
      const promptCalls = moments.map((at, index) => aPromptCallCount(at, { promptId, served: 10 ** index }));
      const reads = moments.map((at, index) => aReadCount(at, { promptId, count: 10 ** index }));
      await here.usage.apply(aBatch(account.id, { reads, promptCalls }));

      const served = async (from: Date, to: Date) => {
        const { reads: read, calls } = await counts(account, promptId, { from, to });
        expect(read.map(({ count }) => count)).toEqual(calls.map((each) => each.served));
        return calls[0]?.served;
      };
      expect(await served(hours(-13), hours(15))).toBe(1111);
      expect(await served(hours(0), hours(14))).toBe(110);
      expect(await served(new Date(hours(0).getTime() + 1), new Date(hours(14).getTime() + 1))).toBe(1100);
      expect(await served(hours(2), hours(14))).toBeUndefined();
      expect(await served(hours(14), hours(0))).toBeUndefined();
    });

    it('summarizes failed calls by prompt, by hour and by day', async () => {
      const account = await anAddedAccount();
      const [one = aPromptId(), other = aPromptId()] = [aPromptId(), aPromptId()].toSorted();
      const promptCalls = [
        aPromptCallCount(NOON, { promptId: one, version: 1, served: 5, failed: 1 }),
        aPromptCallCount(NOON, { promptId: one, version: undefined, label: undefined, served: 0, failed: 2 }),
        aPromptCallCount(hours(1), { promptId: one, served: 0, failed: 4 }),
        aPromptCallCount(hours(1), { promptId: other, served: 0, failed: 8 }),
        aPromptCallCount(hours(2), { promptId: other, served: 8, failed: 0 }),
      ];

      await here.usage.apply(aBatch(account.id, { promptCalls }));

      expect(await failures(account, 'hour')).toEqual([
        { start: NOON, group: one, count: 3 },
        { start: hours(1), group: one, count: 4 },
        { start: hours(1), group: other, count: 8 },
      ]);
      expect(await failures(account, 'day')).toEqual([
        { start: MIDNIGHT, group: one, count: 7 },
        { start: MIDNIGHT, group: other, count: 8 },
      ]);
    });

    it('deletes calls of prompts with their hours, and with their account', async () => {
      const [account, removed] = [await anAddedAccount(), await anAddedAccount()];
      const promptId = aPromptId();
      const promptCalls = [days(-6), NOON].map((at) => aPromptCallCount(at, { promptId }));
      for (const { id } of [account, removed]) {
        await here.usage.apply(aBatch(id, { promptCalls, retentionDays: 2 }));
      }

      const before = days(-3);
      await here.usage.deleteBefore({ hours: before, callers: before, sequences: before });
      await here.accounts.remove(removed.id);
      expect((await counts(removed, promptId)).calls).toEqual([]);
      await here.accounts.add(removed);

      expect((await counts(account, promptId)).calls).toMatchObject([{ served: 1 }]);
      expect((await counts(removed, promptId)).calls).toEqual([]);
    });
  });
}
