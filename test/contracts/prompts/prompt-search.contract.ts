import { describe, expect, it } from 'vitest';
import type { PromptQuery } from '../../../src/application/ports/prompts/prompt-catalog.ts';
import type { AccountId } from '../../../src/domain/accounts/account.ts';
import type { PromptContent } from '../../../src/domain/templates/prompt-content.ts';
import { parseVariableName } from '../../../src/domain/templates/variable-name.ts';
import { foldCase } from '../../../src/domain/text/fold-case.ts';
import {
  aDraft,
  anAddition,
  anArchiving,
  anOrder,
  anOwner,
  aPrompt,
  aQuery,
  aRemoval,
  aRenaming,
  aRestoredPrompt,
  aRevision,
  aStoredVersion,
  metadataOf,
  mustRevise,
  noon,
  PRODUCTION,
  toName,
  toTags,
} from '../../support/builders/a-prompt.ts';
import { namesFound } from '../../support/builders/search-prompts.ts';
import type { CreateStorage } from '../../support/storage/backends.ts';
import { SeededRandom } from '../../tools/seeded-random.ts';
import { twoInstances } from '../two-instances.ts';

const text = (content: string): PromptContent => ({ type: 'text', content });
const draft = (content: string) => aDraft({ content: text(content) });

/** One test per promise of the PromptSearch port. */
export function promptSearchContract(createStorage: CreateStorage): void {
  describe('PromptSearch', () => {
    const { here, there } = twoInstances(createStorage);

    const found = (owner: AccountId, search: string, query: Partial<PromptQuery> = {}) =>
      namesFound(there.prompts, owner, search, query);

    /** An account with one prompt per name, each with this content. */
    async function anOwnerOf(contents: Readonly<Record<string, PromptContent>>): Promise<AccountId> {
      const owner = await anOwner(here);
      for (const [name, content] of Object.entries(contents)) {
        await aPrompt(here, owner, { metadata: { name: toName(name) }, draft: aDraft({ content }) });
      }
      return owner;
    }

    it('searches names, descriptions, tags, texts and messages', async () => {
      const placeholder = parseVariableName('needle_history');
      if (!placeholder) throw new Error('a variable has this name');
      const owner = await anOwnerOf({
        'by/text': text('Find the NEEDLE here.'),
        'by/message': {
          type: 'chat',
          messages: [
            { role: 'system', content: 'Hay.' },
            { role: 'user', content: 'A needle.' },
          ],
        },
        'by/placeholder': { type: 'chat', messages: [{ role: 'user', content: 'Hay.' }, { placeholder }] },
        'by/needle-name': text('Hay.'),
        'by/nothing': text('Hay.'),
      });
      const described = { name: toName('by/description'), description: 'Has a Needle.' };
      await aPrompt(here, owner, { metadata: described });
      await aPrompt(here, owner, { metadata: { name: toName('by/tag'), tags: toTags('hay', 'needle-1') } });

      expect(await found(owner, 'needle')).toEqual([
        'by/description',
        'by/message',
        'by/needle-name',
        'by/placeholder',
        'by/tag',
        'by/text',
      ]);
    });

    it.each(['description', 'content'])('takes every character of a word in a %s literally', async (field) => {
      const texts: Record<string, string> = {
        'shop/percent': '100% sure',
        'shop/under': 'snake_case',
        'shop/slash': 'back\\slash \\% \\_',
        'desk/upper': 'URGENT ÄPFEL 🦁🐯🐻 Ω',
        'desk/star': 'a*b?c[d]e^f.g$h(i)j+k-l{m}|n',
        'desk/quote': 'it\'s "so" ""quoted""',
        'desk/operators': 'NEAR(a b) AND c OR d NOT e head:x ^y',
        'desk/decoy': '100 sure, snakecase, backslash',
        'desk/lines': 'one\nline\ttab',
        'desk/sigmas': 'ΟΔΟΣΗΜΑ ΟΔΟΣ',
        'desk/dotted': 'İSTANBUL straße',
      };
      const owner = await anOwner(here);
      for (const [name, written] of Object.entries(texts)) {
        const content = field === 'content' ? draft(written) : draft('.');
        const description = field === 'content' ? '' : written;
        await aPrompt(here, owner, { metadata: { name: toName(name), description }, draft: content });
      }
      const expected: readonly (readonly [string, readonly string[]])[] = [
        ['%', ['shop/percent', 'shop/slash']],
        ['0%', ['shop/percent']],
        ['_', ['shop/slash', 'shop/under']],
        ['e_c', ['shop/under']],
        ['\\', ['shop/slash']],
        ['\\%', ['shop/slash']],
        ['back\\s', ['shop/slash']],
        ['urgent äpfel 🦁 ω', ['desk/upper']],
        ['🐯', ['desk/upper']],
        ['🦁🐯', ['desk/upper']],
        ['🦁🐯🐻', ['desk/upper']],
        ['100', ['desk/decoy', 'shop/percent']],
        ...['*', '?', '[d]', '^f', '.g', '$', '+k', '-l', '{m}', '|'].map((sign) => [sign, ['desk/star']] as const),
        ['.*', []],
        ["it's", ['desk/quote']],
        ['"so"', ['desk/quote']],
        ['"', ['desk/quote']],
        ['""quoted""', ['desk/quote']],
        ['near(a', ['desk/operators']],
        ['head:x', ['desk/operators']],
        ['AND OR NOT', ['desk/operators']],
        ['one line', ['desk/lines']],
        ['line\ntab', ['desk/lines']],
        ['oneline', []],
        ['upperurgent', []],
        ...['οδοσ', 'οδοση', 'οδος', 'σ', 'Σ'].map((part) => [part, ['desk/sigmas']] as const),
        ['istanbul', []],
        ['İstanbul', ['desk/dotted']],
        ['STRASSE', []],
        ['straße', ['desk/dotted']],
      ];

      for (const [search, names] of expected) expect(await found(owner, search), search).toEqual(names);
    });

    it('finds prompts in which every word occurs, in any order and in any field', async () => {
      const owner = await anOwner(here);
      const metadata = { name: toName('mail/welcome'), description: 'For new customers', tags: toTags('onboarding') };
      await aPrompt(here, owner, { metadata, draft: draft('Hello {{name}}, how are you?') });
      await aPrompt(here, owner, { metadata: { name: toName('mail/other') }, draft: draft('Hello there.') });

      for (const all of [
        'welcome hello',
        'you CUSTOM onboard mail',
        'hello   hello\t\nwelcome',
        'h w',
        '{{name}} for',
      ]) {
        expect(await found(owner, all), all).toEqual(['mail/welcome']);
      }
      expect(await found(owner, 'hello mail')).toEqual(['mail/other', 'mail/welcome']);
      expect(await found(owner, 'hello goodbye')).toEqual([]);
      expect(await found(owner, ' \t ')).toEqual(['mail/other', 'mail/welcome']);
    });

    it('finds words of any length, anywhere in content of any length', async () => {
      const filler = 'lorem ipsum dolor '.repeat(14_000);
      const owner = await anOwnerOf({
        'long/begin': text(`qzx ${filler}`),
        'long/end': text(`${filler} qzx`),
        'long/none': text(filler),
        short: text('qzx'),
        empty: text(''),
      });

      for (const word of ['qzx', 'qz', 'q']) {
        expect(await found(owner, word), word).toEqual(['long/begin', 'long/end', 'short']);
      }
      expect(await found(owner, 'qzx dolor')).toEqual(['long/begin', 'long/end']);
      expect(await found(owner, 'x'.repeat(100))).toEqual([]);
    });

    it('searches the latest content only, whatever the labels', async () => {
      const owner = await anOwner(here);
      const name = toName('greeting');
      const first = await aPrompt(here, owner, { metadata: { name }, draft: draft('first elephant') });
      await mustRevise(here, first, { labels: [anOrder(PRODUCTION, 1)] });
      expect(await found(owner, 'elephant')).toEqual(['greeting']);

      const { prompt: second } = await mustRevise(here, first, { draft: draft('second giraffe') });
      expect(await found(owner, 'elephant')).toEqual([]);
      expect(await found(owner, 'giraffe greet')).toEqual(['greeting']);

      const versions = [aStoredVersion(3, { content: text('third zebra') })];
      const preconditions = {
        revision: second.revision,
        accountRevision: await here.prompts.reader.readRevision(owner),
      };
      const addition = anAddition(first, { versions, preconditions });
      expect(await here.prompts.archive.append(addition)).toEqual({ kind: 'appended' });
      expect(await found(owner, 'giraffe')).toEqual([]);
      expect(await found(owner, 'zebra')).toEqual(['greeting']);
    });

    it('follows every other change of a prompt', async () => {
      const owner = await anOwner(here);
      const metadata = { name: toName('old/name'), description: 'old text', tags: toTags('oldtag') };
      const prompt = await aPrompt(here, owner, { metadata, draft: draft('some content') });

      await mustRevise(here, prompt, aRenaming(prompt, toName('renamed')));
      expect(await found(owner, 'old/name')).toEqual([]);
      expect(await found(owner, 'rename content')).toEqual(['renamed']);

      const changed = { name: toName('renamed'), description: 'fresh', tags: toTags('freshtag'), archived: false };
      await mustRevise(here, prompt, { metadata: changed, draft: draft('other words') });
      for (const gone of ['old', 'oldtag', 'some', 'content']) expect(await found(owner, gone), gone).toEqual([]);
      for (const now of ['fresh', 'freshtag', 'other words']) expect(await found(owner, now), now).toEqual(['renamed']);

      const versions = [
        aStoredVersion(1, { content: text('before') }),
        aStoredVersion(2, { content: text('after') }),
      ] as const;
      const restored = aRestoredPrompt(owner, { metadata: { name: toName('restored') }, versions });
      await here.prompts.archive.restore(restored);
      expect(await found(owner, 'before')).toEqual([]);
      expect(await found(owner, 'after')).toEqual(['restored']);

      await here.prompts.writer.remove(aRemoval({ owner, id: restored.id }));
      expect(await found(owner, 'after')).toEqual([]);
    });

    it('does not index a change that was rejected', async () => {
      const owner = await anOwnerOf({ taken: text('taken') });
      const prompt = await aPrompt(here, owner, { metadata: { name: toName('mine') }, draft: draft('mine') });

      const metadata = { ...metadataOf(prompt), name: toName('taken') };
      const outcome = await here.prompts.writer.revise(aRevision(prompt, { metadata, draft: draft('rejected') }));

      expect(outcome.kind).toBe('name-taken');
      expect(await found(owner, 'rejected')).toEqual([]);
      expect(await found(owner, 'mine')).toEqual(['mine']);
    });

    it('finds nothing of another account, and nothing of an account that was removed', async () => {
      const mine = await anOwnerOf({ mine: text('shared secret') });
      const theirs = await anOwnerOf({ theirs: text('shared secret') });

      expect(await found(mine, 'shared')).toEqual(['mine']);
      await here.accounts.remove(theirs);
      expect(await found(theirs, 'shared')).toEqual([]);
      expect(await found(mine, 'secret')).toEqual(['mine']);
    });

    it.each([
      { sort: 'name', order: 'ascending' },
      { sort: 'name', order: 'descending' },
      { sort: 'updatedAt', order: 'ascending' },
      { sort: 'updatedAt', order: 'descending' },
    ] as const)('applies filters and pages by $sort, $order', async (sorting) => {
      const owner = await anOwner(here);
      for (let index = 0; index < 24; index += 1) {
        const prompt = await aPrompt(here, owner, {
          metadata: { name: toName(`f${index % 2}/p${index}`), tags: toTags(`t${index % 3}`) },
          draft: draft(index % 4 === 0 ? 'nothing' : 'Needle'),
          labels: index % 5 === 0 ? [anOrder(PRODUCTION, 'published')] : [],
          at: noon(index % 6),
        });
        if (index % 7 === 0) await mustRevise(here, prompt, { ...anArchiving(prompt), at: noon(index % 6) });
      }

      const filters: readonly Partial<PromptQuery>[] = [
        {},
        { archived: 'any' },
        { archived: true },
        { tags: toTags('t1') },
        { folder: 'f1', tags: toTags('t2') },
        { label: PRODUCTION, type: 'text' },
        { name: toName('f1/p1') },
        { name: toName('f0/p4') },
      ];
      for (const filter of filters) {
        const listed = await there.prompts.catalog.list(owner, {
          limit: 100,
          tags: [],
          archived: false,
          ...sorting,
          ...filter,
        });
        const names = listed.map(({ name }) => name).filter((name) => Number(name.slice(4)) % 4 !== 0);
        for (const limit of [3, 100]) {
          for (const search of ['needle', 'ne', 'needle p']) {
            const query = { ...sorting, ...filter, limit };
            expect(await found(owner, search, query), `${search} ${JSON.stringify(query)}`).toEqual(names);
          }
        }
      }
    });

    it('does not search for a request that is over', async () => {
      const owner = await anOwnerOf({ needle: text('Needle.') });
      const search = (query: Partial<PromptQuery>) =>
        here.prompts.search.search(owner, aQuery(query), ['needle'], AbortSignal.abort('gone'));

      await expect(search({})).rejects.toBe('gone');
      await expect(search({ name: toName('needle') })).rejects.toBe('gone');
    });

    it('returns the same as a comparison with every prompt, for random texts and words', async () => {
      const random = new SeededRandom('search', process.env['PROPERTY_SEED'] ?? '');
      const alphabet = ['a', 'B', 'ab', ' ', '\n', '"', '%', '_', '\\', 'é', 'Σ', 'ς', '🦁', '{{x}}', "'", '*', 'ba'];
      const some = (max: number) =>
        Array.from({ length: random.between(0, max) }, () => random.pick(alphabet)).join('');
      const owner = await anOwner(here);
      const texts = new Map<string, string>();
      for (let index = 0; index < 25; index += 1) {
        const metadata = { name: toName(`n${index}`), description: some(10), tags: toTags(`t${index % 3}`) };
        const content = some(40);
        await aPrompt(here, owner, { metadata, draft: draft(content) });
        texts.set(metadata.name, foldCase([metadata.name, metadata.description, ...metadata.tags, content].join('\n')));
      }

      for (let run = 0; run < 40; run += 1) {
        const search = some(9);
        const words = foldCase(search).split(/\s+/u);
        const expected = [...texts].filter(([, all]) => words.every((word) => all.includes(word)));
        const names = expected.map(([name]) => name).sort();
        expect(await found(owner, search), JSON.stringify(search)).toEqual(names);
      }
    });
  });
}
