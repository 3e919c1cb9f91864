import { describe, expect, it } from 'vitest';
import type { Label } from '../../../src/domain/naming/label.ts';
import type { PromptReference } from '../../../src/domain/naming/prompt-name.ts';
import { DEFAULT_CHOICE, type VersionChoice } from '../../../src/domain/prompts/prompt.ts';
import type { VariableName } from '../../../src/domain/templates/variable-name.ts';
import type { VariableDeclaration } from '../../../src/domain/templates/variables.ts';
import type { JsonValue } from '../../../src/domain/text/json.ts';
import { aDeclaration } from '../../support/builders/a-declaration.ts';
import {
  aChat,
  aCreation,
  aDraft,
  aName,
  anId,
  anOrder,
  anOwner,
  aPrompt,
  aPromptOfVersions,
  EVERY_VERSION,
  mustRevise,
  noon,
  PRODUCTION,
  STAGING,
  toName,
  toTags,
} from '../../support/builders/a-prompt.ts';
import type { CreateStorage } from '../../support/storage/backends.ts';
import { twoInstances } from '../two-instances.ts';

const ODD = 'Ä 🦁 👩‍👩‍👧 e\u0301 \u2028 \u0001 \u007f \ufeff שלום "\'`\\ \r\n\t {{> a@b}} %s $1 :x ? \\{{ ;--';
const nested = (depth: number): JsonValue => (depth === 0 ? [] : { in: nested(depth - 1) });

const variable = (fields: Omit<VariableDeclaration, 'name'> & { name: string }): VariableDeclaration => ({
  ...fields,
  name: fields.name as VariableName,
});

/** One test per promise of the PromptReader port about reading one prompt. */
export function promptReadingContract(createStorage: CreateStorage): void {
  describe('PromptReader', () => {
    const { here, there } = twoInstances(createStorage);

    it('returns every field of a prompt as created, by id and by name, on every instance', async () => {
      const description = '🦁'.repeat(1900) + ODD;
      const tags = toTags('z', 'a', 'constructor', '0.1_x-y', ...Array.from({ length: 16 }, (_, index) => `t${index}`));
      const labels = ['constructor', 'v1.2_x-y', 'production'].map((label) => anOrder(label as Label, 'published'));
      const name = toName(`a/b.c/d_e/f-g/${'x'.repeat(100)}`);
      const creation = aCreation(await anOwner(here), { metadata: { name, description, tags }, labels });
      const { owner, id } = creation;

      const outcome = await here.prompts.writer.create(creation);

      const prompt = {
        ...{
          id,
          owner,
          name,
          type: 'text',
          description,
          tags,
          archived: false,
          latestVersion: 1,
          revision: 1,
          writeId: expect.any(String),
        },
        labels: new Map([...labels].map(({ label }) => [label, 1])),
        latestHash: creation.draft.hash,
        createdAt: noon(),
        updatedAt: noon(),
      };
      const version = await there.prompts.reader.findVersion(owner, id, 1);
      expect(outcome).toEqual({ kind: 'created', prompt, version });
      for (const { prompts } of [here, there]) {
        expect(await prompts.reader.find(owner, { by: 'id', id })).toEqual(prompt);
        expect(await prompts.reader.find(owner, { by: 'name', name })).toEqual(prompt);
      }
    });

    it('returns a prompt whose optional fields are all empty', async () => {
      const { prompt, draft } = await createPrompt({ draft: aDraft({ content: { type: 'text', content: '' } }) });
      const { owner, id } = prompt;

      expect(await there.prompts.reader.find(owner, { by: 'id', id })).toEqual(prompt);
      expect(prompt).toMatchObject({ description: '', tags: [], labels: new Map() });
      const { includes: _, ...fields } = draft;
      expect(await here.prompts.reader.findVersion(owner, id, 1)).toEqual({
        ...fields,
        version: 1,
        publishedAt: noon(),
      });
    });

    const values = { none: null, yes: true, no: false, list: [], map: {}, mixed: [1, 'a', null, [], {}], text: ODD };
    const numbers = { large: 2 ** 53 - 1, huge: 1e300, small: 1e-7, negative: -1.5, tenth: 0.1, zero: 0, third: 1 / 3 };
    it.each([
      ['odd characters', aDraft({ content: { type: 'text', content: ODD }, message: ODD })],
      ['256 KiB of content', aDraft({ content: { type: 'text', content: '🦁'.repeat(64 * 1024) } })],
      ['a large config', aDraft({ config: { ...values, ...numbers, deep: nested(30), long: 'ü'.repeat(7000) } })],
      ['a message of 500 characters', aDraft({ message: '🦁'.repeat(500) })],
      ['the version it restores', aDraft({ restoredFrom: 7 })],
      [
        'every property of variables',
        aDraft({
          variables: [
            variable({ name: 'plain', type: 'string', required: true }),
            variable({ name: 'mood', type: 'string', required: false, default: '', enum: ['', ODD], description: ODD }),
            variable({ name: 'count', type: 'number', required: true, default: 0, enum: [0, 0.1, -1e21] }),
            variable({ name: 'shown', type: 'boolean', required: false, default: false, description: '' }),
            variable({ name: 'data', type: 'json', required: false, default: null, enum: [null, [], {}, values] }),
          ],
        }),
      ],
      [
        'a chat with placeholders',
        aChat({
          content: {
            type: 'chat',
            messages: [
              { role: 'system', content: ODD },
              { role: 'developer', content: ODD },
              { placeholder: 'history' as VariableName },
              { role: 'user', content: '' },
              { role: 'assistant', content: '{"a": []}' },
              { role: 'tool', content: '🦁'.repeat(1000) },
            ],
          },
        }),
      ],
    ])('returns a version with %s unchanged, on every instance and from every method', async (_, draft) => {
      const { prompt } = await createPrompt({ draft });
      const { owner, id } = prompt;

      const { includes: __, ...fields } = draft;
      const version = { ...fields, version: 1, publishedAt: noon() };
      const { content: ___, ...summary } = version;
      expect(prompt.type).toBe(draft.content.type);
      for (const { prompts } of [here, there]) {
        expect(await prompts.reader.findVersion(owner, id, 1)).toEqual(version);
        expect(await prompts.reader.read(owner, { by: 'id', id }, DEFAULT_CHOICE)).toEqual({ prompt, version });
        expect(await prompts.archive.readVersions(owner, id, { ...EVERY_VERSION, limit: 1 })).toEqual([version]);
        expect(await prompts.reader.listVersions(owner, id, { limit: 1 })).toEqual([summary]);
      }
    });

    it('finds nothing for an unknown id, name or version', async () => {
      const { prompt } = await createPrompt();
      const { owner, id } = prompt;

      expect(await here.prompts.reader.find(owner, { by: 'id', id: anId() })).toBeUndefined();
      expect(await here.prompts.reader.find(owner, { by: 'name', name: aName() })).toBeUndefined();
      expect(await here.prompts.reader.read(owner, { by: 'name', name: aName() }, DEFAULT_CHOICE)).toBeUndefined();
      expect(await here.prompts.reader.readHead(owner, { by: 'id', id: anId() }, DEFAULT_CHOICE)).toBeUndefined();
      for (const version of [0, 2, 999_999_999]) {
        expect(await here.prompts.reader.findVersion(owner, id, version)).toBeUndefined();
        expect(await here.prompts.reader.read(owner, { by: 'id', id }, { by: 'version', version })).toEqual({ prompt });
      }
    });

    const label = (name: string): VersionChoice => ({ by: 'label', label: name as Label });
    const selectedLabel = (choice: VersionChoice, hasProduction: boolean) => {
      if (choice.by === 'default') return hasProduction ? PRODUCTION : undefined;
      return choice.by === 'label' && choice.label !== 'latest' ? choice.label : undefined;
    };
    it.each<[string, VersionChoice, { with: number | undefined; without: number | undefined }]>([
      ['a version', { by: 'version', version: 2 }, { with: 2, without: 2 }],
      ['production', label('production'), { with: 1, without: undefined }],
      ['another label', label('staging'), { with: 3, without: 3 }],
      ['a missing label', label('missing'), { with: undefined, without: undefined }],
      ['a label named like an inherited property', label('constructor'), { with: undefined, without: undefined }],
      ['the latest', label('latest'), { with: 4, without: 4 }],
      ['the default rule', DEFAULT_CHOICE, { with: 1, without: 4 }],
    ])('reads the selected version and its head: %s', async (_, choice, expected) => {
      let prompt = await aPromptOfVersions(here, await anOwner(here), 4);
      const references: readonly PromptReference[] = [
        { by: 'id', id: prompt.id },
        { by: 'name', name: prompt.name },
      ];
      const expectSelected = async (number: number | undefined, hasProduction: boolean) => {
        const { owner, id, revision, writeId } = prompt;
        const label = number === undefined ? undefined : selectedLabel(choice, hasProduction);
        const version = number && (await here.prompts.reader.findVersion(owner, id, number));
        for (const reference of references) {
          expect(await there.prompts.reader.read(owner, reference, choice)).toEqual({ prompt, version });
          expect(await there.prompts.reader.readHead(owner, reference, choice)).toEqual({
            id,
            revision,
            writeId,
            version: number,
            label,
          });
        }
      };

      ({ prompt } = await mustRevise(here, prompt, { labels: [anOrder(STAGING, 3)] }));
      await expectSelected(expected.without, false);
      ({ prompt } = await mustRevise(here, prompt, { labels: [anOrder(PRODUCTION, 1)] }));
      await expectSelected(expected.with, true);
    });

    it('reads a head without a version for an unpublished number', async () => {
      const { prompt } = await createPrompt();
      const { owner, id, revision, writeId } = prompt;
      const readHead = (version: number) =>
        there.prompts.reader.readHead(owner, { by: 'id', id }, { by: 'version', version });

      expect(await readHead(1)).toEqual({ id, revision, writeId, version: 1 });
      for (const version of [2, 10, Number.MAX_SAFE_INTEGER]) {
        expect(await readHead(version)).toEqual({ id, revision, writeId, version: undefined });
      }
    });

    it('lists versions newest first, below a number, in pages and without content', async () => {
      const { owner, id } = await aPromptOfVersions(here, await anOwner(here), 12);
      const numbers = async (page: { before?: number; limit: number }) =>
        (await there.prompts.reader.listVersions(owner, id, page)).map(({ version }) => version);

      expect(await numbers({ limit: 100 })).toEqual([12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1]);
      expect(await numbers({ limit: 5 })).toEqual([12, 11, 10, 9, 8]);
      expect(await numbers({ before: 8, limit: 5 })).toEqual([7, 6, 5, 4, 3]);
      expect(await numbers({ before: 3, limit: 5 })).toEqual([2, 1]);
      expect(await numbers({ before: 1, limit: 5 })).toEqual([]);
      expect(await numbers({ before: 500, limit: 1 })).toEqual([12]);
      const [newest] = await there.prompts.reader.listVersions(owner, id, { limit: 1 });
      expect(newest).not.toHaveProperty('content');
    });

    it('ends a list of versions before their variables and configs exceed a size, but not before the first', async () => {
      const settings = {
        variables: [aDeclaration('v', { description: 'x'.repeat(500) })],
        config: { c: 'x'.repeat(500) },
      };
      const prompt = await aPrompt(here, await anOwner(here), { draft: aDraft(settings) });
      const long = { type: 'text', content: 'x'.repeat(5000) } as const;
      for (let count = 0; count < 3; count += 1) {
        await mustRevise(here, prompt, { draft: aDraft({ ...settings, content: long }) });
      }
      const numbers = async (bytesMax: number, before?: number) =>
        (await there.prompts.reader.listVersions(prompt.owner, prompt.id, { limit: 10, bytesMax, before })).map(
          ({ version }) => version,
        );

      expect(await numbers(5000)).toEqual([4, 3, 2, 1]);
      expect(await numbers(2800)).toEqual([4, 3]);
      expect(await numbers(2800, 4)).toEqual([3, 2]);
      expect(await numbers(1)).toEqual([4]);
      expect(await numbers(1, 2)).toEqual([1]);
    });

    it('lists versions with content oldest first, above a number, in pages', async () => {
      const { owner, id } = await aPromptOfVersions(here, await anOwner(here), 12);
      const numbers = async (page: { after: number; limit: number }) =>
        (await there.prompts.archive.readVersions(owner, id, { ...EVERY_VERSION, ...page })).map(
          ({ version }) => version,
        );

      expect(await numbers({ after: 0, limit: 100 })).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]);
      expect(await numbers({ after: 0, limit: 5 })).toEqual([1, 2, 3, 4, 5]);
      expect(await numbers({ after: 8, limit: 5 })).toEqual([9, 10, 11, 12]);
      expect(await numbers({ after: 12, limit: 5 })).toEqual([]);
    });

    it('returns no more versions with content than fit into the bytes, but at least one', async () => {
      const large = () => aDraft({ content: { type: 'text', content: 'x'.repeat(10_000) } });
      let prompt = await aPrompt(here, await anOwner(here), { draft: large() });
      for (let count = 1; count < 5; count += 1) ({ prompt } = await mustRevise(here, prompt, { draft: large() }));
      const { owner, id } = prompt;
      const numbers = async (after: number, bytesMax: number, limit = 100) =>
        (await there.prompts.archive.readVersions(owner, id, { after, limit, bytesMax })).map(({ version }) => version);

      expect(await numbers(0, 35_000)).toEqual([1, 2, 3]);
      expect(await numbers(3, 35_000)).toEqual([4, 5]);
      expect(await numbers(0, 35_000, 2)).toEqual([1, 2]);
      expect(await numbers(2, 1)).toEqual([3]);
      expect(await numbers(5, 35_000)).toEqual([]);
    });

    it('finds the newest version published at or before a given time', async () => {
      const prompt = await aPromptOfVersions(here, await anOwner(here), 11);
      const { owner, id } = prompt;
      await mustRevise(here, prompt, { draft: aDraft(), at: noon(10_000) });

      expect(await there.prompts.reader.findLatestAt(owner, id, noon(-1))).toBeUndefined();
      expect(await there.prompts.reader.findLatestAt(owner, id, noon())).toBe(1);
      expect(await there.prompts.reader.findLatestAt(owner, id, noon(1999))).toBe(2);
      expect(await there.prompts.reader.findLatestAt(owner, id, noon(2000))).toBe(3);
      expect(await there.prompts.reader.findLatestAt(owner, id, noon(9999))).toBe(10);
      expect(await there.prompts.reader.findLatestAt(owner, id, noon(10_000))).toBe(12);
      expect(await there.prompts.reader.findLatestAt(owner, id, noon(1e9))).toBe(12);
    });

    it('reads a consistent prompt and version during concurrent publishing', async () => {
      const labels = [anOrder(PRODUCTION, 'published')];
      const prompt = await aPrompt(here, await anOwner(here), { labels });
      const { owner, id } = prompt;

      for (let round = 0; round < 20; round += 1) {
        const [reading] = await Promise.all([
          there.prompts.reader.read(owner, { by: 'id', id }, { by: 'label', label: PRODUCTION }),
          mustRevise(here, prompt, { draft: aDraft(), labels }),
        ]);
        expect(reading?.version?.version).toBe(reading?.prompt.latestVersion);
        expect(reading?.version?.hash).toBe(reading?.prompt.latestHash);
        expect(reading?.prompt.labels.get(PRODUCTION)).toBe(reading?.prompt.latestVersion);
        expect(reading?.prompt.revision).toBe(reading?.prompt.latestVersion);
      }
    });

    async function createPrompt({ draft = aDraft() } = {}) {
      return { draft, prompt: await aPrompt(here, await anOwner(here), { draft }) };
    }
  });
}
