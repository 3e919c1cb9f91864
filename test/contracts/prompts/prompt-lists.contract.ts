import { describe, expect, it } from 'vitest';
import type { PromptQuery } from '../../../src/application/ports/prompts/prompt-catalog.ts';
import type { AccountId } from '../../../src/domain/accounts/account.ts';
import type { Prompt } from '../../../src/domain/prompts/prompt.ts';
import {
  aDraft,
  aName,
  anOrder,
  anOwner,
  aPrompt,
  aQuery,
  aRemoval,
  aRenaming,
  metadataOf,
  mustRevise,
  noon,
  PRODUCTION,
  toName,
  toTags,
} from '../../support/builders/a-prompt.ts';
import type { CreateStorage } from '../../support/storage/backends.ts';
import { twoInstances } from '../two-instances.ts';

/** More prompts than any test here creates. */
const LISTED_MAX = 100;

const SORTS = (['name', 'updatedAt'] as const).flatMap((sort) =>
  (['ascending', 'descending'] as const).map((order) => ({ sort, order })),
);

/** One test per promise of the PromptCatalog port about lists. */
export function promptListsContract(createStorage: CreateStorage): void {
  describe('PromptCatalog, lists', () => {
    const { here, there } = twoInstances(createStorage);

    const names = async (owner: AccountId, query: Partial<PromptQuery>): Promise<readonly string[]> =>
      (await there.prompts.catalog.list(owner, aQuery(query))).map(({ name }) => name);

    /** Reads all pages, and runs `betweenPages` after each. */
    async function readPages(owner: AccountId, query: Partial<PromptQuery>, betweenPages = async () => {}) {
      const seen: Prompt[] = [];
      for (;;) {
        const page = await there.prompts.catalog.list(owner, aQuery({ ...query, limit: 4, after: seen.at(-1) }));
        expect(page.length).toBeLessThanOrEqual(4);
        if (page.length === 0) return seen;
        seen.push(...page);
        // A backend that never reaches the end must fail here, not loop forever.
        expect(seen.length).toBeLessThan(LISTED_MAX);
        await betweenPages();
      }
    }

    it('lists complete prompts, and none for an account without prompts', async () => {
      const owner = await anOwner(here);
      expect(await there.prompts.catalog.list(owner, aQuery())).toEqual([]);
      const labels = [anOrder(PRODUCTION, 'published')];
      const prompt = await aPrompt(here, owner, { metadata: { description: '🦁', tags: toTags('z', 'a') }, labels });

      const { prompt: changed } = await mustRevise(here, prompt, { draft: aDraft(), at: noon(1) });

      expect(await there.prompts.catalog.list(owner, aQuery())).toEqual([changed]);
    });

    it('sorts by name, character by character', async () => {
      const owner = await anOwner(here);
      const sorted = ['0', '10', '9', 'a', 'a-', 'a-b', 'a.b', 'a/b', 'a/b/c', 'a0', 'a_b', 'ab', 'b', 'b-a', 'ba'];
      for (const name of sorted.toReversed()) await aPrompt(here, owner, { metadata: { name: toName(name) } });

      expect(await names(owner, {})).toEqual(sorted);
      expect(await names(owner, { order: 'descending' })).toEqual(sorted.toReversed());
      expect((await readPages(owner, {})).map(({ name }) => name)).toEqual(sorted);
    });

    it('sorts by the time of the last change', async () => {
      const owner = await anOwner(here);
      const [a, b, c, d] = await createMany(owner, 4, (index) => ({
        metadata: { name: toName(`${index}`) },
        at: noon(index),
      }));
      await mustRevise(here, b, { draft: aDraft(), at: noon(20) });
      await mustRevise(here, a, { labels: [anOrder(PRODUCTION, 1)], at: noon(30) });
      await mustRevise(here, c, { metadata: { ...metadataOf(c), description: 'new' }, at: noon(10) });

      const oldestFirst = [d.name, c.name, b.name, a.name];
      expect(await names(owner, { sort: 'updatedAt' })).toEqual(oldestFirst);
      expect(await names(owner, { sort: 'updatedAt', order: 'descending' })).toEqual(oldestFirst.toReversed());
    });

    it.each(SORTS)(
      'pages through each prompt exactly once by $sort, $order, in the order of the full list',
      async (sorting) => {
        const owner = await anOwner(here);
        // Many have equal times, so that only the id decides their order.
        await createMany(owner, 23, (index) => ({ at: noon(index < 15 ? 0 : index % 3) }));

        const whole = await there.prompts.catalog.list(owner, aQuery(sorting));

        expect(new Set(whole.map(({ id }) => id)).size).toBe(23);
        expect(await readPages(owner, sorting)).toEqual(whole);
        const reverse = sorting.order === 'ascending' ? 'descending' : 'ascending';
        expect(await there.prompts.catalog.list(owner, aQuery({ ...sorting, order: reverse }))).toEqual(
          whole.toReversed(),
        );
      },
    );

    it.each(SORTS)('skips as many prompts as asked by $sort, $order', async (sorting) => {
      const owner = await anOwner(here);
      await createMany(owner, 9, (index) => ({
        metadata: { archived: index % 3 === 0, tags: toTags(index % 2 === 0 ? 'even' : 'odd') },
        at: noon(index % 4),
      }));
      const filters = [{}, { archived: 'any' as const }, { tags: toTags('even') }];

      for (const filter of filters) {
        const whole = await there.prompts.catalog.list(owner, aQuery({ ...sorting, ...filter }));
        for (const skip of [0, 1, 4, whole.length - 1, whole.length, 100]) {
          const page = await there.prompts.catalog.list(owner, aQuery({ ...sorting, ...filter, limit: 3 }), skip);
          expect(page, `${JSON.stringify(filter)} ${skip}`).toEqual(whole.slice(skip, skip + 3));
        }
        const [first] = whole;
        const after = await there.prompts.catalog.list(owner, aQuery({ ...sorting, ...filter, after: first }), 1);
        expect(after).toEqual(whole.slice(2));
      }
    });

    it.each(SORTS)(
      'lists each unchanged prompt exactly once by $sort, $order, during concurrent changes',
      async (sorting) => {
        const owner = await anOwner(here);
        const stable = await createMany(owner, 20, (index) => ({ at: noon(index % 4) }));
        let moving: Prompt = await aPrompt(here, owner);
        const removable = await createMany(owner, 6, (index) => ({ at: noon(index % 4) }));

        const seen = await readPages(owner, sorting, async () => {
          const moment = Math.floor(Math.random() * 5);
          // Stop at some point: a list that grows as fast as it is read has no end.
          const removed = removable.pop();
          if (!removed) return;
          await aPrompt(here, owner, { at: noon(moment) });
          const { prompt } = await mustRevise(here, moving, { ...aRenaming(moving, aName()), at: noon(moment) });
          moving = prompt;
          await here.prompts.writer.remove(aRemoval({ owner, id: removed.id }));
        });

        const ids = seen.map(({ id }) => id);
        for (const { id } of stable) expect(ids.filter((one) => one === id)).toHaveLength(1);
      },
    );

    it('continues after a prompt that was removed between pages', async () => {
      const owner = await anOwner(here);
      const [a, b, c] = await createMany(owner, 3, (index) => ({
        metadata: { name: toName(`p${index}`) },
        at: noon(index),
      }));
      await here.prompts.writer.remove(aRemoval({ owner, id: b.id }));

      for (const sort of ['name', 'updatedAt'] as const) {
        expect(await names(owner, { sort, after: b })).toEqual([c.name]);
        expect(await names(owner, { sort, order: 'descending', after: b })).toEqual([a.name]);
        expect(await names(owner, { sort, after: c })).toEqual([]);
      }
    });

    async function createMany(
      owner: AccountId,
      count: number,
      fields: (index: number) => Parameters<typeof aPrompt>[2],
    ): Promise<[Prompt, Prompt, Prompt, Prompt, ...Prompt[]]> {
      const created: Prompt[] = [];
      for (let index = 0; index < count; index += 1) created.push(await aPrompt(here, owner, fields(index)));
      return created as [Prompt, Prompt, Prompt, Prompt, ...Prompt[]];
    }
  });
}
