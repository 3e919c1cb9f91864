import { describe, expect, it } from 'vitest';
import { BEGINNING, feedOf } from '../../support/builders/a-feed.ts';
import {
  aDraft,
  anOrder,
  anOwner,
  aPrompt,
  aRemoval,
  mustRevise,
  noon,
  PRODUCTION,
  STAGING,
} from '../../support/builders/a-prompt.ts';
import type { CreateStorage } from '../../support/storage/backends.ts';
import { twoInstances } from '../two-instances.ts';

/** One test per promise of PromptChanges about reading. */
export function readingChangesContract(createStorage: CreateStorage): void {
  describe('PromptChanges, reading', () => {
    const { here, there } = twoInstances(createStorage);

    /** Revisions 1 to 12, of which the first and the third made three changes, and the others one. */
    async function aFeed() {
      const owner = await anOwner(here);
      const labels = [anOrder(PRODUCTION, 'published'), anOrder(STAGING, 'published')];
      const prompt = await aPrompt(here, owner, { labels });
      await mustRevise(here, prompt, { draft: aDraft() });
      await mustRevise(here, prompt, { draft: aDraft(), labels });
      for (let revision = 4; revision <= 12; revision += 1) await mustRevise(here, prompt, { draft: aDraft() });
      return { owner, prompt, feed: await feedOf(here, owner) };
    }

    it('has an empty feed for an account without prompts', async () => {
      const owner = await anOwner(here);

      expect(await there.prompts.changes.after(owner, BEGINNING, 10)).toEqual({
        changes: [],
        revision: 0,
        at: undefined,
        oldest: undefined,
      });
      expect(await there.prompts.changes.latest(owner, { limit: 10 })).toEqual({ changes: [], revision: 0 });
    });

    it('reads the changes after a position, oldest first, in pages', async () => {
      const { owner, feed } = await aFeed();
      const { changes } = there.prompts;
      const read = async (position: { revision: number; n: number }, limit: number) =>
        (await changes.after(owner, position, limit)).changes;

      expect(feed.map(({ revision }) => revision)).toEqual([1, 1, 1, 2, 3, 3, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]);
      expect(await read(BEGINNING, 5)).toEqual(feed.slice(0, 5));
      for (const [index, change] of feed.entries()) {
        expect(await read(change, 3)).toEqual(feed.slice(index + 1, index + 4));
      }
      expect(await read({ revision: 1, n: 999 }, 100)).toEqual(feed.slice(3));
      expect(await read({ revision: 2, n: 0 }, 100)).toEqual(feed.slice(3));
      expect(await read({ revision: 13, n: 0 }, 100)).toEqual([]);
      expect(await read(feed.at(-1) ?? BEGINNING, 1)).toEqual([]);
    });

    it('reports the change at the position, the oldest one and the revision of the account', async () => {
      const { owner, feed } = await aFeed();
      const { changes } = there.prompts;
      const oldest = { revision: 1, n: feed[0]?.n };

      for (const limit of [1, 100]) {
        for (const change of feed) {
          expect(await changes.after(owner, change, limit)).toMatchObject({ at: change, oldest, revision: 12 });
        }
        for (const position of [BEGINNING, { revision: 2, n: 999 }, { revision: 12, n: 999 }, { revision: 99, n: 1 }]) {
          expect(await changes.after(owner, position, limit)).toMatchObject({ at: undefined, oldest, revision: 12 });
        }
      }
    });

    it('reads the newest changes first, or those before a position, in pages', async () => {
      const { owner, feed } = await aFeed();
      const { changes } = there.prompts;
      const newest = feed.toReversed();

      expect(await changes.latest(owner, { limit: 100 })).toEqual({ changes: newest, revision: 12 });
      expect(await changes.latest(owner, { limit: 3 })).toEqual({ changes: newest.slice(0, 3), revision: 12 });
      for (const [index, before] of newest.entries()) {
        const page = await changes.latest(owner, { before, limit: 4 });
        expect(page).toEqual({ changes: newest.slice(index + 1, index + 5), revision: 12 });
      }
      expect(await changes.latest(owner, { before: BEGINNING, limit: 4 })).toEqual({ changes: [], revision: 12 });
      expect(await changes.latest(owner, { before: { revision: 2, n: 0 }, limit: 9 })).toEqual({
        changes: feed.slice(0, 3).toReversed(),
        revision: 12,
      });
    });

    it('shows no change to another account', async () => {
      const { owner, feed } = await aFeed();
      const stranger = await anOwner(here);

      expect(await feedOf(there, stranger)).toEqual([]);
      expect(await there.prompts.changes.latest(stranger, { limit: 10 })).toEqual({ changes: [], revision: 0 });
      expect(await there.prompts.changes.after(stranger, feed[2] ?? BEGINNING, 10)).toEqual({
        changes: [],
        revision: 0,
        at: undefined,
        oldest: undefined,
      });
      await aPrompt(here, stranger);
      expect(await feedOf(there, stranger)).toMatchObject([{ revision: 1, type: 'prompt.created' }]);
      expect(await feedOf(there, owner)).toEqual(feed);
    });

    it('has no changes of a removed account', async () => {
      const { owner, feed } = await aFeed();
      const other = await aFeed();

      await here.accounts.remove(owner);

      expect(await feedOf(there, owner)).toEqual([]);
      expect(await there.prompts.changes.latest(owner, { limit: 10 })).toEqual({ changes: [], revision: 0 });
      expect((await there.prompts.changes.after(owner, feed[0] ?? BEGINNING, 1)).at).toBeUndefined();
      expect(await feedOf(there, other.owner)).toEqual(other.feed);
    });

    it('does not change what was recorded when a prompt is renamed or deleted', async () => {
      const { owner, prompt, feed } = await aFeed();

      await here.prompts.writer.remove(aRemoval({ owner, id: prompt.id, at: noon(5) }));

      expect((await feedOf(there, owner)).slice(0, -1)).toEqual(feed);
    });
  });
}
