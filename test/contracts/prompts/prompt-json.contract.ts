import { describe, expect, it } from 'vitest';
import type { PromptQuery } from '../../../src/application/ports/prompts/prompt-catalog.ts';
import type { AccountId } from '../../../src/domain/accounts/account.ts';
import { LATEST, type Label } from '../../../src/domain/naming/label.ts';
import { DEFAULT_CHOICE, type Prompt, type VersionChoice } from '../../../src/domain/prompts/prompt.ts';
import { printReading, printSummary } from '../../../src/domain/prompts/prompt-json.ts';
import type { VariableName } from '../../../src/domain/templates/variable-name.ts';
import { aDeclaration } from '../../support/builders/a-declaration.ts';
import {
  aDraft,
  aMove,
  anArchiving,
  anOrder,
  anOwner,
  aPrompt,
  aQuery,
  aRestoredPrompt,
  aStoredVersion,
  mustRevise,
  noon,
  PRODUCTION,
  STAGING,
  toName,
  toTags,
} from '../../support/builders/a-prompt.ts';
import type { CreateStorage } from '../../support/storage/backends.ts';
import { twoInstances } from '../two-instances.ts';

/** Every control character but NUL, which no text may contain. */
const CONTROLS = String.fromCharCode(...Array.from({ length: 31 }, (_, index) => index + 1), 0x7f, 0x80, 0x9f);
const DESCRIPTIONS = [
  '',
  'a "quoted" \\ text, 100 %s of it: :name / $1 ?',
  `controls ${CONTROLS}`,
  '\u00ad\u2028\u2029\ufeff\ufffe\uffff ü 漢字 🦁 👩‍👩‍👧',
  "'; DROP TABLE prompt; --",
];
const aVariable = (name: string): VariableName => name as VariableName;

const TIMES = [
  '2026-11-15T12:00:00.000Z',
  '2024-02-29T23:59:59.999Z',
  '9999-12-31T23:59:59.999Z',
  '1969-12-31T23:59:59.001Z',
  '0001-01-01T00:00:00.000Z',
  // The databases would write these differently.
  '0000-12-31T23:59:59.999Z',
  '-000001-06-15T12:00:00.123Z',
];

/** Every text, number and shape that a version may hold. */
const DRAFTS = [
  aDraft({ content: { type: 'text', content: '' } }),
  ...DESCRIPTIONS.map((text) => aDraft({ content: { type: 'text', content: text }, message: text })),
  aDraft({
    content: {
      type: 'chat',
      messages: [{ role: 'user', content: DESCRIPTIONS.join() }, { placeholder: aVariable('h') }],
    },
    variables: [
      aDeclaration('a'),
      {
        name: aVariable('b'),
        type: 'json',
        required: false,
        default: { z: null, 2: [], 1: {} },
        enum: [1e21, -0, 0.1],
      },
    ],
    config: { b: [true, 1e-7, 123456789012345680000, { '"': '\\' }], 10: 'x', 9: DESCRIPTIONS, constructor: null },
    restoredFrom: 1,
  }),
];

/** One test per promise of `listSummaries` of the PromptCatalog port, and of `readPrinted` of the PromptReader port. */
export function promptJsonContract(createStorage: CreateStorage): void {
  describe('prompts as JSON', () => {
    const instances = twoInstances(createStorage);

    async function expectSameAsPrompts(owner: AccountId, query: Partial<PromptQuery>, count: number): Promise<void> {
      const { catalog } = instances.there.prompts;
      const prompts = await catalog.list(owner, aQuery(query));

      expect(prompts).toHaveLength(count);
      expect(await catalog.listSummaries(owner, aQuery(query))).toEqual({
        text: prompts.map(printSummary).join(),
        count,
      });
      for (const prompt of prompts) await expectSameAsReading(prompt, DEFAULT_CHOICE);
    }

    async function expectSameAsReading({ owner, id, name }: Prompt, choice: VersionChoice): Promise<void> {
      const { reader } = instances.there.prompts;
      for (const reference of [
        { by: 'id', id },
        { by: 'name', name },
      ] as const) {
        const { prompt, version } = (await reader.read(owner, reference, choice)) ?? {};
        const head = await reader.readHead(owner, reference, choice);
        const text = prompt && version ? printReading(prompt, version) : 'missing';

        expect(await reader.readPrinted(owner, reference, choice)).toEqual({ ...head, hash: version?.hash, text });
      }
    }

    it('has the summary of each prompt, whatever its description', async () => {
      const owner = await anOwner(instances.here);
      for (const description of DESCRIPTIONS) await aPrompt(instances.here, owner, { metadata: { description } });

      await expectSameAsPrompts(owner, {}, DESCRIPTIONS.length);
    });

    it.each(TIMES)('has the times of a prompt from %s', async (text) => {
      const { here } = instances;
      const time = new Date(text);
      const owner = await anOwner(here);
      const versions = [aStoredVersion(1, { publishedAt: time })] as const;
      await here.prompts.archive.restore(
        aRestoredPrompt(owner, { versions, createdAt: time, updatedAt: time, at: time }),
      );

      await expectSameAsPrompts(owner, {}, 1);
    });

    it('has all tags, labels and numbers of a prompt', async () => {
      const { here } = instances;
      const owner = await anOwner(here);
      const tags = toTags(...Array.from({ length: 20 }, (_, index) => `${index}.tag-_`));
      const labels = [PRODUCTION, STAGING, 'a.b-c_1' as Label].map((label) => anOrder(label, 'published'));
      const prompt = await aPrompt(here, owner, { metadata: { name: toName('a/b/c/d/e'), tags }, labels });
      await aPrompt(here, owner, { metadata: { name: toName('top') } });
      for (let version = 2; version <= 10; version += 1) {
        await mustRevise(here, prompt, { labels: [anOrder(STAGING, 'published')], draft: aDraft() });
      }
      const moves = [aMove(PRODUCTION, 1)];
      await here.prompts.archive.restore(aRestoredPrompt(owner, { moves, metadata: { name: toName('restored') } }));

      await expectSameAsPrompts(owner, {}, 3);
    });

    it.each(DRAFTS)('has a version with its content, whatever that is: $content', async (draft) => {
      const owner = await anOwner(instances.here);
      const versions = [aStoredVersion(1, { content: draft.content }), aStoredVersion(2, draft)] as const;
      const restored = await instances.here.prompts.archive.restore(aRestoredPrompt(owner, { versions }));

      expect(restored.kind).toBe('created');
      await expectSameAsPrompts(owner, {}, 1);
    });

    it('has the version that was chosen, and the label that selected it', async () => {
      const { here, there } = instances;
      const owner = await anOwner(here);
      const labels = [anOrder(PRODUCTION, 'published')];
      const prompt = await aPrompt(here, owner, { labels });
      await mustRevise(here, prompt, { draft: aDraft(), labels: [anOrder(STAGING, 'published')] });
      const unlabelled = await aPrompt(here, owner);
      const chosen: readonly VersionChoice[] = [
        DEFAULT_CHOICE,
        { by: 'version', version: 1 },
        { by: 'label', label: STAGING },
        { by: 'label', label: LATEST },
      ];

      for (const choice of chosen) await expectSameAsReading(prompt, choice);
      await expectSameAsReading(unlabelled, DEFAULT_CHOICE);
      for (const choice of [{ by: 'version', version: 2 } as const, { by: 'label', label: PRODUCTION } as const]) {
        expect(await there.prompts.reader.readPrinted(owner, { by: 'id', id: unlabelled.id }, choice)).toBeUndefined();
      }
    });

    it('has the summaries of the page that the query selects', async () => {
      const { here } = instances;
      const owner = await anOwner(here);
      const add = (name: string, tag: string, place: number) => {
        const labels = tag === 'a' ? [anOrder(PRODUCTION, 'published')] : [];
        const metadata = { name: toName(name), tags: toTags('x', tag) };
        return aPrompt(here, owner, { metadata, labels, at: noon(place) });
      };
      const first = await add('a/one', 'a', 0);
      const archived = await add('a/two', 'a', 1);
      const third = await add('b/three', 'b', 2);
      const last = await add('four', 'b', 3);
      await mustRevise(here, archived, anArchiving(archived));

      await expectSameAsPrompts(owner, {}, 3);
      await expectSameAsPrompts(owner, { archived: true }, 1);
      await expectSameAsPrompts(owner, { archived: 'any' }, 4);
      await expectSameAsPrompts(owner, { limit: 2 }, 2);
      await expectSameAsPrompts(owner, { after: first }, 2);
      await expectSameAsPrompts(owner, { order: 'descending', sort: 'updatedAt', after: last }, 2);
      await expectSameAsPrompts(owner, { tags: toTags('x', 'b') }, 2);
      await expectSameAsPrompts(owner, { tags: toTags('x', 'a'), label: PRODUCTION }, 1);
      await expectSameAsPrompts(owner, { folder: 'b', type: 'text' }, 1);
      await expectSameAsPrompts(owner, { within: 'a' }, 1);
      await expectSameAsPrompts(owner, { name: toName('four') }, 1);
      await expectSameAsPrompts(owner, { ids: [third.id, first.id, archived.id] }, 2);
      await expectSameAsPrompts(owner, { updatedFrom: noon(2), updatedBefore: noon(3) }, 1);
      await expectSameAsPrompts(await anOwner(here), {}, 0);
    });
  });
}
