import { describe, expect, it } from 'vitest';
import type { CountPage, PromptQuery } from '../../../src/application/ports/prompts/prompt-catalog.ts';
import type { AccountId } from '../../../src/domain/accounts/account.ts';
import { DEFAULT_CHOICE, type VersionChoice } from '../../../src/domain/prompts/prompt.ts';
import {
  aDraft,
  aName,
  anArchiving,
  anOrder,
  anOwner,
  aPrompt,
  aPromptOfVersions,
  aQuery,
  aRemoval,
  aRenaming,
  metadataOf,
  mustRevise,
  PRODUCTION,
  toName,
  toTags,
} from '../../support/builders/a-prompt.ts';
import type { CreateStorage } from '../../support/storage/backends.ts';
import { twoInstances } from '../two-instances.ts';

/** More than all versions that a test here creates. */
const BYTES_MAX = 1_000_000;

/** One test per promise of the PromptCatalog port about lists with versions and about counts. */
export function promptCountsContract(createStorage: CreateStorage): void {
  describe('PromptCatalog, lists with versions', () => {
    const { here, there } = twoInstances(createStorage);

    const latest: VersionChoice = { by: 'label', label: 'latest' };
    const production: VersionChoice = { by: 'label', label: PRODUCTION };
    const withVersions = async (owner: AccountId, query: PromptQuery) =>
      (await there.prompts.catalog.listWithVersions(owner, query, DEFAULT_CHOICE, BYTES_MAX)).readings;

    it.each<[string, VersionChoice, Record<string, number>]>([
      ['the default rule', DEFAULT_CHOICE, { a: 1, b: 3, c: 1, d: 12 }],
      ['the latest', latest, { a: 2, b: 3, c: 1, d: 12 }],
      ['a label that some prompts have', production, { a: 1, d: 12 }],
      ['a version that some prompts have', { by: 'version', version: 2 }, { a: 2, b: 2, d: 2 }],
      ['a version that no prompt has', { by: 'version', version: 99 }, {}],
    ])('adds the selected version to each prompt: %s', async (_, choice, expected) => {
      const owner = await anOwner(here);
      for (const [name, count, label] of [
        ['d', 12, 12],
        ['c', 1, null],
        ['b', 3, null],
        ['a', 2, 1],
      ] as const) {
        const prompt = await aPromptOfVersions(here, owner, count);
        await mustRevise(here, prompt, { ...aRenaming(prompt, toName(name)), labels: [anOrder(PRODUCTION, label)] });
      }

      const { readings } = await there.prompts.catalog.listWithVersions(owner, aQuery(), choice, BYTES_MAX);

      expect(readings.map(({ prompt, version }) => [prompt.name, version.version])).toEqual(Object.entries(expected));
      for (const { prompt, version } of readings) {
        expect(await here.prompts.reader.find(owner, { by: 'id', id: prompt.id })).toEqual(prompt);
        expect(await here.prompts.reader.findVersion(owner, prompt.id, version.version)).toEqual(version);
      }
    });

    it('filters, sorts and pages like a list without versions', async () => {
      const owner = await anOwner(here);
      for (let index = 0; index < 9; index += 1) {
        const tags = index % 3 ? toTags('red') : [];
        await aPrompt(here, owner, { metadata: { name: aName(index % 2 ? 'odd' : 'even'), tags } });
      }

      for (const sort of ['name', 'updatedAt'] as const) {
        for (const order of ['ascending', 'descending'] as const) {
          const query = aQuery({ tags: toTags('red'), sort, order, limit: 3 });
          const whole = await there.prompts.catalog.list(owner, { ...query, limit: 100 });
          const first = await withVersions(owner, query);
          const second = await withVersions(owner, { ...query, after: first.at(-1)?.prompt });
          expect(first).toHaveLength(3);
          expect([...first, ...second].map(({ prompt }) => prompt)).toEqual(whole);
        }
      }
      const folder = await withVersions(owner, aQuery({ folder: 'odd' }));
      expect(folder.map(({ prompt }) => prompt)).toEqual(
        await there.prompts.catalog.list(owner, aQuery({ folder: 'odd' })),
      );
    });

    it('fills a page even if prompts are left out', async () => {
      const owner = await anOwner(here);
      for (const name of ['a', 'b', 'c', 'd', 'e', 'f', 'g']) {
        const labels = 'beg'.includes(name) ? [anOrder(PRODUCTION, 'published')] : [];
        await aPrompt(here, owner, { metadata: { name: toName(name) }, labels });
      }

      const page = await there.prompts.catalog.listWithVersions(owner, aQuery({ limit: 2 }), production, BYTES_MAX);

      expect(page.readings.map(({ prompt }) => prompt.name)).toEqual(['b', 'e']);
    });

    it.each(['name', 'updatedAt'] as const)('end before they exceed the bytes, sorted by %s', async (sort) => {
      const owner = await anOwner(here);
      for (const name of ['a', 'b', 'c', 'd', 'e']) {
        const draft = aDraft({ content: { type: 'text', content: 'ä'.repeat(5000) } });
        await aPrompt(here, owner, { metadata: { name: toName(name), archived: name === 'c' }, draft });
      }
      const list = async (bytesMax: number, query: Partial<PromptQuery> = {}) => {
        const wanted = aQuery({ sort, order: 'ascending', archived: 'any', ...query });
        const page = await there.prompts.catalog.listWithVersions(owner, wanted, DEFAULT_CHOICE, bytesMax);
        return { names: page.readings.map(({ prompt }) => prompt.name).join(''), isCutOff: page.isCutOff };
      };
      const whole = (await there.prompts.catalog.list(owner, aQuery({ sort, order: 'ascending', archived: 'any' })))
        .map(({ name }) => name)
        .join('');

      expect(await list(35_000)).toEqual({ names: whole.slice(0, 3), isCutOff: true });
      expect(await list(35_000, { limit: 3 })).toEqual({ names: whole.slice(0, 3), isCutOff: false });
      expect(await list(60_000)).toEqual({ names: whole, isCutOff: false });
      expect(await list(1)).toEqual({ names: whole.slice(0, 1), isCutOff: true });
      expect(await list(35_000, { name: toName('b') })).toEqual({ names: 'b', isCutOff: false });
    });
  });

  describe('PromptCatalog, counts', () => {
    const { here, there } = twoInstances(createStorage);

    const tagCounts = async (owner: AccountId) =>
      (await there.prompts.catalog.countByTag(owner, { limit: 100 })).map(({ name, count }) => [name, count]);
    const folderCounts = async (owner: AccountId) =>
      (await there.prompts.catalog.countByFolder(owner, { limit: 100 })).map(({ name, count }) => [name, count]);

    it('counts nothing for an account without prompts', async () => {
      const owner = await anOwner(here);

      expect(await tagCounts(owner)).toEqual([]);
      expect(await folderCounts(owner)).toEqual([]);
    });

    it('counts by tag in alphabetical order, without archived prompts', async () => {
      const owner = await anOwner(here);
      for (const tags of [['b', 'a'], ['b', 'constructor'], ['a-b', 'a.b', 'a0', 'a_b', 'ab', 'b'], []]) {
        await aPrompt(here, owner, { metadata: { tags: toTags(...tags) } });
      }
      await aPrompt(here, owner, { metadata: { tags: toTags('a', 'z'), archived: true } });

      expect(await there.prompts.catalog.countByTag(owner, { limit: 100 })).toEqual([
        { name: 'a', count: 1 },
        { name: 'a-b', count: 1 },
        { name: 'a.b', count: 1 },
        { name: 'a0', count: 1 },
        { name: 'a_b', count: 1 },
        { name: 'ab', count: 1 },
        { name: 'b', count: 3 },
        { name: 'constructor', count: 1 },
      ]);
    });

    it('counts in pages, after a name', async () => {
      const owner = await anOwner(here);
      const tags = Array.from({ length: 40 }, (_, index) => `t${index + 10}`);
      for (const start of [0, 20]) {
        await aPrompt(here, owner, { metadata: { tags: toTags(...tags.slice(start, start + 20)) } });
      }
      await aPrompt(here, owner, { metadata: { name: aName('a'), tags: toTags('t10', 't49') } });
      await aPrompt(here, owner, { metadata: { name: aName('b') } });
      const { catalog } = there.prompts;
      const tagsIn = async (page: CountPage) => (await catalog.countByTag(owner, page)).map(({ name }) => name);
      const foldersIn = async (page: CountPage) => (await catalog.countByFolder(owner, page)).map(({ name }) => name);

      expect(await tagsIn({ limit: 100 })).toEqual(tags);
      expect(await tagsIn({ limit: 7 })).toEqual(tags.slice(0, 7));
      expect(await tagsIn({ after: 't16', limit: 100 })).toEqual(tags.slice(7));
      expect(await tagsIn({ after: 't165', limit: 9 })).toEqual(tags.slice(7, 16));
      expect(await tagsIn({ after: 't49', limit: 9 })).toEqual([]);
      expect(await catalog.countByTag(owner, { after: 't48', limit: 9 })).toEqual([{ name: 't49', count: 2 }]);
      expect(await foldersIn({ limit: 2 })).toEqual(['', 'a']);
      expect(await foldersIn({ after: '', limit: 9 })).toEqual(['a', 'b']);
    });

    it('counts the prompts directly in each folder in alphabetical order, without archived prompts', async () => {
      const owner = await anOwner(here);
      for (const folder of ['b', 'a/b', 'a/b', 'a', 'a-b', 'a.b', 'a0', 'x/y/z', undefined, undefined]) {
        await aPrompt(here, owner, { metadata: { name: aName(folder) } });
      }
      for (const folder of ['b', 'c', undefined]) {
        await aPrompt(here, owner, { metadata: { name: aName(folder), archived: true } });
      }

      expect(await there.prompts.catalog.countByFolder(owner, { limit: 100 })).toEqual([
        { name: '', count: 2 },
        { name: 'a', count: 1 },
        { name: 'a-b', count: 1 },
        { name: 'a.b', count: 1 },
        { name: 'a/b', count: 2 },
        { name: 'a0', count: 1 },
        { name: 'b', count: 1 },
        { name: 'x/y/z', count: 1 },
      ]);
    });

    it('reflects every change in the counts', async () => {
      const owner = await anOwner(here);
      const prompt = await aPrompt(here, owner, { metadata: { name: aName('old'), tags: toTags('kept', 'old') } });
      const removed = await aPrompt(here, owner, { metadata: { name: aName('gone'), tags: toTags('gone') } });
      const archived = await aPrompt(here, owner, { metadata: { name: aName('gone'), tags: toTags('gone', 'kept') } });

      const metadata = { ...metadataOf(prompt), name: aName('new'), tags: toTags('new', 'kept') };
      await mustRevise(here, prompt, { metadata, draft: aDraft() });
      await here.prompts.writer.remove(aRemoval({ owner, id: removed.id }));
      const { prompt: hidden } = await mustRevise(here, archived, anArchiving(archived));

      expect(await tagCounts(owner)).toEqual([
        ['kept', 1],
        ['new', 1],
      ]);
      expect(await folderCounts(owner)).toEqual([['new', 1]]);

      await mustRevise(here, hidden, anArchiving(hidden, false));
      expect(await tagCounts(owner)).toEqual([
        ['gone', 1],
        ['kept', 2],
        ['new', 1],
      ]);
      expect(await folderCounts(owner)).toEqual([
        ['gone', 1],
        ['new', 1],
      ]);
    });
  });
}
