import { describe, expect, it } from 'vitest';
import type { PromptQuery } from '../../../src/application/ports/prompt-catalog.ts';
import type { AccountId } from '../../../src/domain/accounts/account.ts';
import type { Label } from '../../../src/domain/prompts/naming/label.ts';
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
  ...{ search: 'hello', name: toName('a/one'), tags: toTags('red', 'green'), folder: 'a' },
  ...{ label: PRODUCTION, type: 'text', archived: false },
  ...changed,
});

/** A position in a list by name. */
const at = (name: string): PromptQuery['after'] => ({ name: toName(name), updatedAt: noon(), id: anId() });

/** One test per promise of the PromptCatalog port about filters. */
export function promptFiltersContract(createStorage: CreateStorage): void {
  describe('PromptCatalog, filters', () => {
    const instances = twoInstances(createStorage);

    const names = async (owner: AccountId, query: Partial<PromptQuery>): Promise<readonly string[]> =>
      (await instances.there.prompts.catalog.list(owner, aQuery(query))).map(({ name }) => name);

    it('searches names and descriptions literally, ignoring case', async () => {
      const owner = await anOwner(instances.here);
      const described: Record<string, string> = {
        'shop/percent': '100% sure',
        'shop/under': 'snake_case',
        'shop/slash': 'back\\slash \\% \\_',
        'desk/upper': 'URGENT ÄPFEL 🦁 Ω',
        'desk/star': 'a*b?c[d]e^f.g$h(i)j+k-l{m}|n',
        'desk/quote': 'it\'s "so"',
        'desk/decoy': '100 sure, snakecase, backslash',
        'desk/lines': 'one\nline',
        'desk/sigmas': 'ΟΔΟΣΗΜΑ ΟΔΟΣ',
      };
      for (const [name, description] of Object.entries(described)) {
        await aPrompt(instances.here, owner, { metadata: { name: toName(name), description } });
      }
      const found = (search: string) => names(owner, { search });

      expect(await found('%')).toEqual(['shop/percent', 'shop/slash']);
      expect(await found('0% s')).toEqual(['shop/percent']);
      expect(await found('_')).toEqual(['shop/slash', 'shop/under']);
      expect(await found('e_c')).toEqual(['shop/under']);
      expect(await found('\\')).toEqual(['shop/slash']);
      expect(await found('\\%')).toEqual(['shop/slash']);
      expect(await found('back\\s')).toEqual(['shop/slash']);
      expect(await found('urgent äpfel 🦁 ω')).toEqual(['desk/upper']);
      expect(await found('op/')).toEqual(['shop/percent', 'shop/slash', 'shop/under']);
      expect(await found('100')).toEqual(['desk/decoy', 'shop/percent']);
      for (const sign of ['*', '?', '[d]', '^', '.g', '$', '(', '+k', '-l', '{m}', '|']) {
        expect(await found(sign), sign).toEqual(['desk/star']);
      }
      expect(await found('.*')).toEqual([]);
      expect(await found("it's")).toEqual(['desk/quote']);
      expect(await found('"so"')).toEqual(['desk/quote']);
      expect(await found('upperurgent')).toEqual([]);
      expect(await found('\n')).toEqual(['desk/lines']);
      expect(await found('e\nl')).toEqual(['desk/lines']);
      expect(await found('lines\none')).toEqual([]);
      for (const part of ['οδοσ', 'οδοση', 'α οδοσ', 'σ']) expect(await found(part), part).toEqual(['desk/sigmas']);
    });

    it.each<[string, Partial<PromptQuery>, readonly string[]]>([
      ['default query', {}, ['a/b/chat', 'a/one', 'a/two', 'top']],
      ['a text', { search: 'hello' }, ['a/one', 'top']],
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
      ['a text, a type and a label', { search: 'h', type: 'text', label: PRODUCTION }, ['a/one']],
      ['a tag and a type', { tags: toTags('red'), type: 'chat' }, ['a/b/chat']],
      ['a name in another folder', { name: toName('a/one'), folder: 'a/b' }, []],
      ['all properties of a prompt', all({}), ['a/one']],
      ['all properties of a prompt but another type', all({ type: 'chat' }), []],
      ['all properties of a prompt but another text', all({ search: 'bye' }), []],
      ['all properties of a prompt but another tag', all({ tags: toTags('blue') }), []],
      ['all properties of a prompt but another label', all({ label: 'prod' as Label }), []],
      [
        'a tag, in descending order after a position',
        { tags: toTags('red'), order: 'descending', after: at('a/two') },
        ['a/one', 'a/b/chat'],
      ],
      ['a tag and a limit', { tags: toTags('red'), limit: 2 }, ['a/b/chat', 'a/one']],
    ])('filters by %s', async (_, query, expected) => {
      const { here } = instances;
      const owner = await anOwner(here);
      const add = (name: string, description: string, tags: readonly string[], labels: readonly Label[] = []) =>
        aPrompt(here, owner, {
          metadata: { name: toName(name), description, tags: toTags(...tags), archived: name === 'a/old' },
          draft: name === 'a/b/chat' ? aChat() : aDraft(),
          labels: labels.map((label) => anOrder(label, 'published')),
        });
      await add('top', 'Hello', []);
      await add('a/one', 'HELLO', ['green', 'red'], [PRODUCTION, STAGING]);
      await add('a/two', '', ['red', 'blue']);
      await add('a/b/chat', '', ['red'], [PRODUCTION]);
      await add('a/old', 'hello', ['red', 'blue'], [PRODUCTION]);

      expect(await names(owner, query)).toEqual(expected);
    });

    it('reflects every change in the filters', async () => {
      const { here } = instances;
      const owner = await anOwner(here);
      const prompt = await aPrompt(here, owner, {
        metadata: { name: toName('old/one'), description: 'before', tags: toTags('old', 'kept') },
        labels: [anOrder(PRODUCTION, 'published')],
      });
      const metadata = { name: toName('new/one'), description: 'after', tags: toTags('kept', 'new'), archived: false };
      await mustRevise(here, prompt, { metadata, labels: [anOrder(PRODUCTION, null), anOrder(STAGING, 1)] });

      const gone = [{ search: 'old' }, { search: 'before' }, { name: prompt.name }, { folder: 'old' }];
      for (const query of [...gone, { tags: toTags('old') }, { label: PRODUCTION }, { archived: true }]) {
        expect(await names(owner, query), JSON.stringify(query)).toEqual([]);
      }
      const found = [{}, { search: 'new' }, { search: 'after' }, { name: metadata.name }, { folder: 'new' }];
      for (const query of [...found, { tags: toTags('new') }, { tags: toTags('kept') }, { label: STAGING }]) {
        expect(await names(owner, query), JSON.stringify(query)).toEqual(['new/one']);
      }
    });
  });
}
