import { describe, expect, it } from 'vitest';
import type { PromptRevision } from '../../../src/application/ports/prompts/prompt-writer.ts';
import type { Prompt } from '../../../src/domain/prompts/prompt.ts';
import { feedOf } from '../../support/builders/a-feed.ts';
import {
  aCreation,
  aDraft,
  anAddition,
  anId,
  anOrder,
  anOwner,
  aPrompt,
  aRemoval,
  aRestoredPrompt,
  aRevision,
  aStoredVersion,
  metadataOf,
  noon,
  PRODUCTION,
  STAGING,
  stateOf,
  toTags,
} from '../../support/builders/a-prompt.ts';
import type { CreateStorage } from '../../support/storage/backends.ts';
import { twoInstances } from '../two-instances.ts';

/** One test per kind of write that changes nothing: it leaves no change in the feed, and raises no revision. */
export function unchangedWritesContract(createStorage: CreateStorage): void {
  describe('PromptWriter, without changes', () => {
    const { here, there } = twoInstances(createStorage, { versionsPerPrompt: 2, prompts: 4 });

    const aTaggedPrompt = async (): Promise<Prompt> => {
      const owner = await anOwner(here);
      const metadata = { description: 'How we greet', tags: toTags('b', 'a') };
      return aPrompt(here, owner, { metadata, labels: [anOrder(PRODUCTION, 1)] });
    };

    it.each<[string, (prompt: Prompt) => Partial<PromptRevision>]>([
      ['asks for nothing', () => ({})],
      ['sets the metadata that the prompt has', (prompt) => ({ metadata: metadataOf(prompt) })],
      ['moves a label to where it points', () => ({ labels: [anOrder(PRODUCTION, 1, 'again')] })],
      ['removes a label that the prompt does not have', () => ({ labels: [anOrder(STAGING, null)] })],
      [
        'does all of that',
        (prompt) => ({ metadata: metadataOf(prompt), labels: [anOrder(STAGING, null), anOrder(PRODUCTION, 1)] }),
      ],
      [
        'publishes the latest content again, whatever else it asks for',
        (prompt) => ({
          draft: aDraft({ hash: prompt.latestHash }),
          metadata: { ...metadataOf(prompt), description: 'new', tags: toTags('new') },
          labels: [anOrder(PRODUCTION, 'published'), anOrder(STAGING, 1)],
        }),
      ],
    ])('rejects a revision that %s as unchanged', async (_, fieldsOf) => {
      const prompt = await aTaggedPrompt();
      const before = await stateOf(there, prompt);
      const feed = await feedOf(there, prompt.owner);

      const preconditions = { revision: prompt.revision, accountRevision: 1 };
      for (const guarded of [{}, { preconditions }]) {
        const revision = aRevision(prompt, { ...fieldsOf(prompt), at: noon(9), ...guarded });
        expect(await here.prompts.writer.revise(revision)).toEqual({ kind: 'unchanged' });
      }

      expect(await stateOf(there, prompt)).toEqual(before);
      expect(await feedOf(there, prompt.owner)).toEqual(feed);
      const counts = await there.prompts.catalog.countByTag(prompt.owner, { limit: 10 });
      expect(counts.map(({ name }) => name)).toEqual(['a', 'b']);
    });

    it('records nothing about writes that are rejected', async () => {
      const { writer, archive } = here.prompts;
      const prompt = await aTaggedPrompt();
      const { owner, id } = prompt;
      const other = await aPrompt(here, owner);
      const feed = await feedOf(there, owner);
      const stale = { preconditions: { revision: 7 } };
      const tooMany = [aStoredVersion(1), aStoredVersion(2), aStoredVersion(3)] as const;
      const [, ...added] = tooMany;
      const hash = prompt.latestHash;
      const labels = [anOrder(STAGING, 1)];
      const taken = { ...metadataOf(prompt), name: other.name };

      const outcomes = [
        await writer.create(aCreation(owner, { metadata: { name: prompt.name } })),
        await writer.create(aCreation(owner, { preconditions: { accountRevision: 1 } })),
        await writer.revise(aRevision(prompt, { draft: aDraft(), labels, ...stale })),
        await writer.revise(aRevision(prompt, { draft: aDraft({ hash }), labels })),
        await writer.revise(aRevision(prompt, { metadata: taken, draft: aDraft(), labels })),
        await writer.revise(aRevision({ owner, id: anId() }, { labels })),
        await writer.remove(aRemoval({ owner, id, ...stale })),
        await archive.restore(aRestoredPrompt(owner, { metadata: { name: prompt.name } })),
        await archive.restore(aRestoredPrompt(owner, { versions: tooMany })),
        await archive.append(anAddition(prompt, { preconditions: { revision: 1, accountRevision: 7 } })),
        await archive.append(
          anAddition(prompt, { versions: added, preconditions: { revision: 1, accountRevision: 2 } }),
        ),
      ];

      expect(outcomes.map(({ kind }) => kind)).toEqual([
        'name-taken',
        'stale',
        'stale',
        'unchanged',
        'name-taken',
        'stale',
        'stale',
        'name-taken',
        'quota-exceeded',
        'stale',
        'quota-exceeded',
      ]);
      expect(await feedOf(there, owner)).toEqual(feed);
      expect(await there.prompts.reader.readRevision(owner)).toBe(2);
    });
  });
}
