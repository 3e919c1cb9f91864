import { describe, expect, it } from 'vitest';
import type { PromptFilter, PromptQuery } from '../../../src/application/ports/prompts/prompt-catalog.ts';
import type { AccountId } from '../../../src/domain/accounts/account.ts';
import type { Label } from '../../../src/domain/naming/label.ts';
import {
  aChat,
  aDraft,
  anId,
  anOrder,
  anOwner,
  aPrompt,
  aQuery,
  mustRevise,
  noon,
  PRODUCTION,
  STAGING,
  toName,
  toTags,
} from '../../support/builders/a-prompt.ts';
import type { CreateStorage } from '../../support/storage/backends.ts';
import { twoInstances } from '../two-instances.ts';

/** Matches a/one by every filter, so that changing one filter shows whether it has an effect. */
const all = (changed: Partial<PromptQuery>): Partial<PromptQuery> => ({
  ...{ name: toName('a/one'), tags: toTags('red', 'green'), folder: 'a' },
  ...{ label: PRODUCTION, type: 'text', archived: false },
  ...changed,
});

/** A position in a list by name. */
const at = (name: string): PromptQuery['after'] => ({ name: toName(name), updatedAt: noon(), id: anId() });

/** One test per promise of the PromptCatalog port about filters. */
export function promptFiltersContract(createStorage: CreateStorage): void {
  describe('PromptCatalog, filters', () => {
    const { here, there } = twoInstances(createStorage);

    const names = async (owner: AccountId, query: Partial<PromptQuery>): Promise<readonly string[]> =>
      (await there.prompts.catalog.list(owner, aQuery(query))).map(({ name }) => name);

    it.each<[string, Partial<PromptQuery>, readonly string[]]>([
      ['default query', {}, ['a/b/chat', 'a/one', 'a/two', 'top']],
      ['a name', { name: toName('a/one') }, ['a/one']],
      ['a missing name', { name: toName('a/on') }, []],
      ['the name of an archived prompt', { name: toName('a/old') }, []],
      ['one tag', { tags: toTags('red') }, ['a/b/chat', 'a/one', 'a/two']],
      ['several tags', { tags: toTags('blue', 'red') }, ['a/two']],
      ['tags that no prompt has together', { tags: toTags('blue', 'green') }, []],
      ['a tag that no prompt has', { tags: toTags('re') }, []],
      ['a folder', { folder: 'a' }, ['a/one', 'a/two']],
      ['a folder in a folder', { folder: 'a/b' }, ['a/b/chat']],
      ['a missing folder', { folder: 'a/on' }, []],
      ['the top level', { folder: '' }, ['top']],
      ['a folder and those below it', { within: 'a' }, ['a/b/chat', 'a/one', 'a/two']],
      ['a folder without folders below it', { within: 'a/b' }, ['a/b/chat']],
      ['a folder by a part of its name', { within: 'a/o' }, []],
      ['a folder with those below it, by a tag', { within: 'a', tags: toTags('blue') }, ['a/two']],
      [
        'a folder with those below it, by update after a position',
        { within: 'a', archived: 'any', sort: 'updatedAt', order: 'descending', limit: 2 },
        ['a/old', 'a/b/chat'],
      ],
      ['a label', { label: PRODUCTION }, ['a/b/chat', 'a/one']],
      ['another label', { label: STAGING }, ['a/one']],
      ['a label that no prompt has', { label: 'prod' as Label }, []],
      ['the latest', { label: 'latest' }, ['a/b/chat', 'a/one', 'a/two', 'top']],
      ['texts', { type: 'text' }, ['a/one', 'a/two', 'top']],
      ['chats', { type: 'chat' }, ['a/b/chat']],
      ['archived prompts', { archived: true }, ['a/old']],
      ['archived and other prompts', { archived: 'any' }, ['a/b/chat', 'a/old', 'a/one', 'a/two', 'top']],
      ['a folder, including archived prompts', { folder: 'a', archived: 'any' }, ['a/old', 'a/one', 'a/two']],
      ['a folder, a tag and a label', { folder: 'a', tags: toTags('red'), label: PRODUCTION }, ['a/one']],
      ['a type and a label', { type: 'text', label: PRODUCTION }, ['a/one']],
      ['a tag and a type', { tags: toTags('red'), type: 'chat' }, ['a/b/chat']],
      ['a name in another folder', { name: toName('a/one'), folder: 'a/b' }, []],
      ['all properties of a prompt', all({}), ['a/one']],
      ['all properties of a prompt but another type', all({ type: 'chat' }), []],
      ['all properties of a prompt but another tag', all({ tags: toTags('blue') }), []],
      ['all properties of a prompt but another label', all({ label: 'prod' as Label }), []],
      [
        'a tag, in descending order after a position',
        { tags: toTags('red'), order: 'descending', after: at('a/two') },
        ['a/one', 'a/b/chat'],
      ],
      ['a tag and a limit', { tags: toTags('red'), limit: 2 }, ['a/b/chat', 'a/one']],
      ['the earliest update', { updatedFrom: noon(2) }, ['a/b/chat', 'a/two']],
      ['the end of updates', { updatedBefore: noon(2) }, ['a/one', 'top']],
      ['a range of updates', { updatedFrom: noon(1), updatedBefore: noon(3) }, ['a/one', 'a/two']],
      ['a range without updates', { updatedFrom: noon(2), updatedBefore: noon(2) }, []],
      ['a range of updates of any prompt', { updatedFrom: noon(3), archived: 'any' }, ['a/b/chat', 'a/old']],
      ['a range of updates and tags', { updatedFrom: noon(2), tags: toTags('red', 'blue') }, ['a/two']],
      ['a range of updates and a name', { updatedFrom: noon(2), name: toName('a/one') }, []],
      [
        'a range of updates in their order',
        { updatedFrom: noon(1), updatedBefore: noon(3), sort: 'updatedAt', order: 'descending' },
        ['a/two', 'a/one'],
      ],
    ])('filters by %s', async (_, query, expected) => {
      const owner = await anOwnerOfFive();

      expect(await names(owner, query)).toEqual(expected);
    });

    it('counts as many prompts as it lists, for every filter', async () => {
      const owner = await anOwnerOfFive();
      const filters: readonly Partial<PromptFilter>[] = [
        ...[{}, { archived: true }, { archived: 'any' as const }, { type: 'chat' as const }, { label: PRODUCTION }],
        ...[{ name: toName('a/one') }, { name: toName('a/old') }, { name: toName('a/old'), archived: 'any' as const }],
        ...[{ tags: toTags('red') }, { tags: toTags('red', 'blue') }, { tags: toTags('red', 'blue'), archived: true }],
        ...[{ folder: 'a' }, { folder: 'a', archived: 'any' as const, tags: toTags('blue') }, { folder: 'none' }],
        ...[{ within: 'a' }, { within: 'a', archived: 'any' as const, type: 'text' as const }, { within: 'no' }],
        ...[{ updatedFrom: noon(1) }, { updatedBefore: noon(1) }, { updatedFrom: noon(2), tags: toTags('red') }],
        ...[{ ids: [] }, { ids: [anId()] }, { label: 'latest' as const }, all({}), all({ type: 'chat' })],
      ];

      for (const filter of filters) {
        const listed = await names(owner, filter);
        expect(await there.prompts.catalog.count(owner, aQuery(filter)), JSON.stringify(filter)).toBe(listed.length);
      }
    });

    it('counts only the prompts with the ids', async () => {
      const owner = await anOwner(here);
      const [a, b] = [await aPrompt(here, owner), await aPrompt(here, owner)];
      await aPrompt(here, owner);
      const other = await aPrompt(here, await anOwner(here));

      const ids = [b.id, anId(), other.id, a.id];
      expect(await there.prompts.catalog.count(owner, { ids, tags: [], archived: false })).toBe(2);
    });

    /** Each prompt was last changed at another time. */
    async function anOwnerOfFive(): Promise<AccountId> {
      const owner = await anOwner(here);
      const add = (name: string, at: Date, tags: readonly string[], labels: readonly Label[] = []) =>
        aPrompt(here, owner, {
          metadata: { name: toName(name), tags: toTags(...tags), archived: name === 'a/old' },
          draft: name === 'a/b/chat' ? aChat() : aDraft(),
          labels: labels.map((label) => anOrder(label, 'published')),
          at,
        });
      await add('top', noon(0), []);
      await add('a/one', noon(1), ['green', 'red'], [PRODUCTION, STAGING]);
      await add('a/two', noon(2), ['red', 'blue']);
      await add('a/b/chat', noon(3), ['red'], [PRODUCTION]);
      await add('a/old', noon(4), ['red', 'blue'], [PRODUCTION]);
      return owner;
    }

    it('lists only the prompts with the ids, in the order of the list', async () => {
      const owner = await anOwner(here);
      const other = await aPrompt(here, await anOwner(here));
      const [a, b, c] = [
        await aPrompt(here, owner, { metadata: { name: toName('a'), archived: true }, at: noon(3) }),
        await aPrompt(here, owner, { metadata: { name: toName('b'), tags: toTags('red') }, at: noon(2) }),
        await aPrompt(here, owner, { metadata: { name: toName('c') }, at: noon(1) }),
      ];
      const ids = [c.id, a.id, other.id, anId(), b.id];

      expect(await names(owner, { ids })).toEqual(['b', 'c']);
      expect(await names(owner, { ids, archived: 'any', order: 'descending' })).toEqual(['c', 'b', 'a']);
      expect(await names(owner, { ids, archived: 'any', sort: 'updatedAt' })).toEqual(['c', 'b', 'a']);
      expect(await names(owner, { ids, archived: 'any', sort: 'updatedAt', after: b })).toEqual(['a']);
      expect(await names(owner, { ids, archived: 'any', after: a, limit: 1 })).toEqual(['b']);
      expect(await names(owner, { ids, tags: toTags('red'), folder: '' })).toEqual(['b']);
      expect(await names(owner, { ids: [a.id, c.id], name: b.name })).toEqual([]);
      expect(await names(owner, { ids: [] })).toEqual([]);
    });

    it('reflects every change in the filters', async () => {
      const owner = await anOwner(here);
      const prompt = await aPrompt(here, owner, {
        metadata: { name: toName('old/one'), description: 'before', tags: toTags('old', 'kept') },
        labels: [anOrder(PRODUCTION, 'published')],
      });
      const metadata = { name: toName('new/one'), description: 'after', tags: toTags('kept', 'new'), archived: false };
      await mustRevise(here, prompt, { metadata, labels: [anOrder(PRODUCTION, null), anOrder(STAGING, 1)] });

      const gone = [{ name: prompt.name }, { folder: 'old' }];
      for (const query of [...gone, { tags: toTags('old') }, { label: PRODUCTION }, { archived: true }]) {
        expect(await names(owner, query), JSON.stringify(query)).toEqual([]);
      }
      const found = [{}, { name: metadata.name }, { folder: 'new' }];
      for (const query of [...found, { tags: toTags('new') }, { tags: toTags('kept') }, { label: STAGING }]) {
        expect(await names(owner, query), JSON.stringify(query)).toEqual(['new/one']);
      }
    });
  });
}
