import { describe, expect, it } from 'vitest';
import type { AccountId } from '../../../src/domain/accounts/account.ts';
import { BEGINNING, feedOf } from '../../support/builders/a-feed.ts';
import { aDraft, anOrder, anOwner, aPrompt, mustRevise, noon, PRODUCTION } from '../../support/builders/a-prompt.ts';
import type { CreateStorage } from '../../support/storage/backends.ts';
import { twoInstances } from '../two-instances.ts';

/** Deletions concern all accounts, so each test has its own times. */
const DAY_MS = 86_400_000;

/** One test per promise of PromptChanges about the deletion of old changes. */
export function changeRetentionContract(createStorage: CreateStorage): void {
  describe('PromptChanges, retention', () => {
    const { here, there } = twoInstances(createStorage);

    /** A feed with one change at each of these times. */
    async function aFeedAt(...times: readonly Date[]): Promise<AccountId> {
      const owner = await anOwner(here);
      const [first, ...others] = times;
      const prompt = await aPrompt(here, owner, { ...(first && { at: first }) });
      for (const at of others) await mustRevise(here, prompt, { draft: aDraft(), at });
      return owner;
    }

    const timesOf = async (owner: AccountId) => (await feedOf(there, owner)).map(({ at }) => at);

    it('deletes the changes of all accounts from before a time', async () => {
      const [one, two, three] = [noon(1), noon(2), noon(3)];
      const owner = await aFeedAt(one, one, two, three);
      const other = await aFeedAt(two, three);

      await here.prompts.changes.deleteBefore(two);

      expect(await timesOf(owner)).toEqual([two, three]);
      expect(await timesOf(other)).toEqual([two, three]);
      expect(await there.prompts.changes.after(owner, BEGINNING, 1)).toMatchObject({
        oldest: { revision: 3 },
        revision: 4,
      });
    });

    it('never deletes the newest change of an account', async () => {
      const owner = await aFeedAt(noon(1), noon(2), noon(3));
      const busy = await anOwner(here);
      await aPrompt(here, busy, { labels: [anOrder(PRODUCTION, 1)], at: noon(1) });

      await here.prompts.changes.deleteBefore(noon(DAY_MS));
      await there.prompts.changes.deleteBefore(noon(DAY_MS));

      expect(await timesOf(owner)).toEqual([noon(3)]);
      expect(await feedOf(there, busy)).toMatchObject([{ revision: 1, type: 'label.moved' }]);
      expect(await here.prompts.changes.after(owner, { revision: 2, n: 1 }, 10)).toMatchObject({
        at: undefined,
        oldest: { revision: 3 },
      });
    });

    it('deletes no change in the middle, even if the clock was set back', async () => {
      const owner = await aFeedAt(noon(1), noon(3), noon(1), noon(4));

      await here.prompts.changes.deleteBefore(noon(2));

      expect(await timesOf(owner)).toEqual([noon(3), noon(1), noon(4)]);
    });

    it('deletes more than one batch, on two instances concurrently', async () => {
      const owner = await aFeedAt(noon(1));
      const labels = (to: number | null) =>
        Array.from({ length: 20 }, (_, index) => anOrder(`label-${index}` as typeof PRODUCTION, to));
      const [created] = await feedOf(here, owner);
      const id = created && 'promptId' in created.data ? created.data.promptId : undefined;
      if (!id) throw new Error('a prompt was created');
      for (let write = 0; write < 27; write += 1) {
        await mustRevise(here, { owner, id }, { labels: labels(write % 2 ? null : 1), at: noon(write) });
      }
      expect((await here.prompts.changes.latest(owner, { limit: 2000 })).changes).toHaveLength(541);

      await Promise.all([here, there].map(({ prompts }) => prompts.changes.deleteBefore(noon(26))));

      expect(await feedOf(there, owner)).toHaveLength(20);
    });
  });
}
