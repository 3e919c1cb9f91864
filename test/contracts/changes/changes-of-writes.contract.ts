import { describe, expect, it } from 'vitest';
import { channels } from '../../../src/domain/channel.ts';
import type { PromptMetadata } from '../../../src/domain/prompts/prompt.ts';
import { feedOf, newestChanges } from '../../support/builders/a-feed.ts';
import {
  aChat,
  aDraft,
  aName,
  anOrder,
  anOwner,
  aPrompt,
  aPromptOfVersions,
  aRemoval,
  CANARY,
  metadataOf,
  mustRevise,
  noon,
  PRODUCTION,
  STAGING,
  toTags,
} from '../../support/builders/a-prompt.ts';
import { through } from '../../support/builders/through.ts';
import type { CreateStorage } from '../../support/storage/backends.ts';
import { TWENTY, twoInstances } from '../two-instances.ts';

/** One test per promise about what PromptWriter records in the feed of the account. */
export function changesOfWritesContract(createStorage: CreateStorage): void {
  describe('PromptWriter, changes', () => {
    const { here, there, contendOnBoth } = twoInstances(createStorage);

    it('records a new prompt, then its labels in the order of the request', async () => {
      const owner = await anOwner(here);
      const draft = aChat({ message: 'first' });
      const labels = [anOrder(STAGING, 'published', 'try "it" 🦁'), anOrder(PRODUCTION, 1)];
      const { id: promptId, name } = await aPrompt(here, owner, { draft, labels, by: through('cli'), at: noon(7) });

      const common = { promptId, name, by: 'cli' };
      const moved = { ...common, version: 1, previous: null, hash: draft.hash };
      expect(await newestChanges(there, owner)).toEqual([
        { type: 'prompt.created', at: noon(7), data: { ...common, type: 'chat', version: 1 } },
        { type: 'label.moved', at: noon(7), data: { ...moved, label: STAGING, message: 'try "it" 🦁' } },
        { type: 'label.moved', at: noon(7), data: { ...moved, label: PRODUCTION, message: '' } },
      ]);
    });

    it('records a version, but not the one that a prompt is created with', async () => {
      const owner = await anOwner(here);
      const { id: promptId, name } = await aPrompt(here, owner);
      const [second, third] = [aDraft({ message: 'shorter' }), aDraft({ restoredFrom: 1 })];
      const common = { promptId, name, by: 'dashboard' };
      const target = { owner, id: promptId };

      await mustRevise(here, target, { draft: second, by: through('dashboard'), at: noon(1) });
      expect(await newestChanges(there, owner)).toEqual([
        {
          type: 'version.published',
          at: noon(1),
          data: { ...common, version: 2, hash: second.hash, message: 'shorter', restoredFrom: null },
        },
      ]);
      await mustRevise(here, target, { draft: third, by: through('dashboard'), at: noon(2) });
      expect(await newestChanges(there, owner)).toEqual([
        {
          type: 'version.published',
          at: noon(2),
          data: { ...common, version: 3, hash: third.hash, message: '', restoredFrom: 1 },
        },
      ]);
      expect((await feedOf(there, owner)).map(({ type }) => type)).toEqual([
        'prompt.created',
        'version.published',
        'version.published',
      ]);
    });

    it('records where a label was moved to, and from where', async () => {
      const owner = await anOwner(here);
      const prompt = await aPromptOfVersions(here, owner, 2);
      const [one, two] = await there.prompts.archive.readVersions(owner, prompt.id, {
        after: 0,
        limit: 2,
        bytesMax: 1e6,
      });
      const move = async (to: number | null, message: string) => {
        await mustRevise(here, prompt, {
          labels: [anOrder(PRODUCTION, to, message)],
          by: through('mcp'),
          at: noon(9000),
        });
        return newestChanges(there, owner);
      };
      const common = { promptId: prompt.id, name: prompt.name, label: PRODUCTION, by: 'mcp' };
      const moved = (data: object) => [{ type: 'label.moved', at: noon(9000), data: { ...common, ...data } }];

      expect(await move(2, 'go')).toEqual(moved({ version: 2, previous: null, hash: two?.hash, message: 'go' }));
      expect(await move(1, 'back')).toEqual(moved({ version: 1, previous: 2, hash: one?.hash, message: 'back' }));
      expect(await move(null, '')).toEqual(moved({ version: null, previous: 1, hash: null, message: '' }));
      expect(await move(2, '')).toEqual(moved({ version: 2, previous: null, hash: two?.hash, message: '' }));
    });

    it.each<[string, Partial<PromptMetadata>]>([
      ['description', { description: 'How we "greet" 🦁' }],
      ['tags', { tags: toTags('a', 'b') }],
      ['archived', { archived: true }],
    ])('records a change of %s', async (field, metadata) => {
      const owner = await anOwner(here);
      const prompt = await aPrompt(here, owner, { metadata: { tags: toTags('b', 'a') } });

      await mustRevise(here, prompt, { metadata: { ...metadataOf(prompt), ...metadata }, at: noon(3) });

      const data = { promptId: prompt.id, name: prompt.name, changed: [field], by: 'api' };
      expect(await newestChanges(there, owner)).toEqual([{ type: 'prompt.changed', at: noon(3), data }]);
    });

    it('records both names of a renamed prompt, and everything else that changed with it', async () => {
      const owner = await anOwner(here);
      const prompt = await aPrompt(here, owner);
      const metadata = { name: aName('shop'), description: 'new', tags: toTags('x'), archived: true };

      await mustRevise(here, prompt, { metadata });

      expect(await newestChanges(there, owner)).toMatchObject([
        {
          type: 'prompt.changed',
          data: {
            name: metadata.name,
            previousName: prompt.name,
            changed: ['name', 'description', 'tags', 'archived'],
          },
        },
      ]);
    });

    it('records everything that one write changes, in the order of the types, under the new name', async () => {
      const owner = await anOwner(here);
      const prompt = await aPrompt(here, owner, { labels: [anOrder(PRODUCTION, 1)] });
      const name = aName();
      const draft = aDraft();

      await mustRevise(here, prompt, {
        metadata: { ...metadataOf(prompt), name },
        draft,
        labels: [anOrder(STAGING, 'published'), anOrder(PRODUCTION, 'published')],
      });

      const feed = (await feedOf(there, owner)).filter(({ revision }) => revision === 2);
      expect(feed).toMatchObject([
        { type: 'prompt.changed', data: { name, changed: ['name'], previousName: prompt.name } },
        { type: 'version.published', data: { name, version: 2 } },
        { type: 'label.moved', data: { name, label: STAGING, version: 2, previous: null, hash: draft.hash } },
        { type: 'label.moved', data: { name, label: PRODUCTION, version: 2, previous: 1, hash: draft.hash } },
      ]);
      expect(feed.map(({ n }) => n)).toEqual(feed.map(({ n }) => n).toSorted((one, other) => one - other));
      expect(new Set(feed.map(({ n }) => n)).size).toBe(4);
      expect(feed[0]?.n).toBeGreaterThanOrEqual(1);
    });

    it('records only labels that moved', async () => {
      const owner = await anOwner(here);
      const prompt = await aPrompt(here, owner, { labels: [anOrder(PRODUCTION, 1)] });

      await mustRevise(here, prompt, {
        labels: [anOrder(PRODUCTION, 1, 'again'), anOrder(CANARY, null), anOrder(STAGING, 1)],
      });

      expect(await newestChanges(there, owner)).toMatchObject([{ type: 'label.moved', data: { label: STAGING } }]);
    });

    it('records metadata only if it changed, besides what else the write changes', async () => {
      const owner = await anOwner(here);
      const prompt = await aPrompt(here, owner);

      await mustRevise(here, prompt, { metadata: metadataOf(prompt), draft: aDraft() });

      expect((await newestChanges(there, owner)).map(({ type }) => type)).toEqual(['version.published']);
    });

    it('records that a prompt was deleted, and what happened to it before', async () => {
      const owner = await anOwner(here);
      const prompt = await aPromptOfVersions(here, owner, 3);
      const { id, name } = prompt;

      await here.prompts.writer.remove(aRemoval({ owner, id, by: through('dashboard'), at: noon(99) }));

      expect(await newestChanges(there, owner)).toEqual([
        {
          type: 'prompt.deleted',
          at: noon(99),
          data: { promptId: id, name, latestVersion: 3, by: 'dashboard' },
        },
      ]);
      expect(await feedOf(there, owner)).toHaveLength(4);
    });

    it.each(channels)('records that a change came through the channel %s', async (by) => {
      const owner = await anOwner(here);
      const prompt = await aPrompt(here, owner, { by: through(by) });
      await mustRevise(here, prompt, { draft: aDraft(), labels: [anOrder(PRODUCTION, 'published')], by: through(by) });
      await mustRevise(here, prompt, { metadata: { ...metadataOf(prompt), description: 'new' }, by: through(by) });
      await here.prompts.writer.remove(aRemoval({ owner, id: prompt.id, by: through(by) }));

      expect((await feedOf(there, owner)).map(({ data }) => data.by)).toEqual(Array(5).fill(by));
    });

    it('records each of twenty concurrent writes under a revision of its own', async () => {
      const owner = await anOwner(here);
      const prompt = await aPrompt(here, owner);
      const labels = [anOrder(PRODUCTION, 'published')];

      await contendOnBoth(TWENTY, async (ports, index) => {
        if (index % 4 === 0) return aPrompt(ports, owner, { labels });
        return (await mustRevise(ports, prompt, { draft: aDraft(), labels })).prompt;
      });

      const revision = await here.prompts.reader.readRevision(owner);
      const feed = await feedOf(there, owner);
      const revisions = [...new Set(feed.map((change) => change.revision))];
      expect(revisions).toEqual(Array.from({ length: revision }, (_, index) => index + 1));
      const published = feed.filter(({ type, data }) => type === 'version.published' && data.promptId === prompt.id);
      const latest = (await here.prompts.reader.find(owner, { by: 'id', id: prompt.id }))?.latestVersion ?? 0;
      expect(published.map(({ data }) => 'version' in data && data.version)).toEqual(
        Array.from({ length: latest - 1 }, (_, index) => index + 2),
      );
      const moves = feed.flatMap(({ type, data }) =>
        type === 'label.moved' && data.promptId === prompt.id ? [[data.previous, data.version]] : [],
      );
      expect(moves).toEqual(published.map((_, index) => [index === 0 ? null : index + 1, index + 2]));
      // Each write made two changes.
      expect(feed).toHaveLength(2 * revision - 1);
    });
  });
}
