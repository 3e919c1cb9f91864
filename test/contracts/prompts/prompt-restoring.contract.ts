import { describe, expect, it } from 'vitest';
import type { PromptAddition, StoredVersion } from '../../../src/application/ports/prompts/prompt-archive.ts';
import type { PromptVersion } from '../../../src/domain/prompts/prompt-version.ts';
import {
  aChat,
  aCreation,
  aDraft,
  aMove,
  aName,
  anAddition,
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
  stateOf,
  toTags,
} from '../../support/builders/a-prompt.ts';
import type { CreateStorage } from '../../support/storage/backends.ts';
import { twoInstances } from '../two-instances.ts';

const read = ({ includes: _, ...version }: StoredVersion): PromptVersion => version;

/** One test per promise of the PromptArchive port about prompts from another installation. */
export function promptRestoringContract(createStorage: CreateStorage): void {
  describe('PromptArchive', () => {
    const { here, there } = twoInstances(createStorage);

    it('preserves all versions and moves of a restored prompt with their times, and derives its labels from the moves', async () => {
      const restored = aRestoredPrompt(await anOwner(here), {
        metadata: { description: 'From 🦁', tags: toTags('b', 'a'), archived: true },
        createdAt: noon(-9000),
        updatedAt: noon(-100),
        versions: [
          aStoredVersion(1, { ...aChat(), publishedAt: noon(-9000), message: 'first' }),
          aStoredVersion(2, { ...aChat(), publishedAt: noon(-9000), config: { a: [] } }),
          aStoredVersion(3, { ...aChat(), publishedAt: noon(-5000), restoredFrom: 1 }),
        ],
        moves: [
          aMove(PRODUCTION, 1, { movedAt: noon(-8000), by: 'cli', message: 'go' }),
          aMove(PRODUCTION, 3, { movedAt: noon(-4000), previous: 1, by: 'dashboard' }),
          aMove(STAGING, 3, { movedAt: noon(-7000) }),
          aMove(STAGING, null, { movedAt: noon(-6000), previous: 3, message: 'stop' }),
        ],
      });
      const { owner, id, metadata, createdAt, updatedAt, versions, moves } = restored;

      const outcome = await here.prompts.archive.restore(restored);

      const prompt = {
        ...{ id, owner, ...metadata, type: 'chat', createdAt, updatedAt, revision: 1, writeId: expect.any(String) },
        labels: new Map([[PRODUCTION, 3]]),
        latestVersion: 3,
        latestHash: versions.at(-1)?.hash,
      };
      const version = await there.prompts.reader.findVersion(owner, id, 3);
      expect(outcome).toEqual({ kind: 'created', prompt, version });
      const state = await stateOf(there, restored);
      expect(state).toMatchObject({ accountRevision: 1, prompt, versions: versions.map(read) });
      for (const label of [PRODUCTION, STAGING]) {
        const ofLabel = moves.filter((move) => move.label === label);
        expect(state.moves.filter((move) => move.label === label)).toEqual(ofLabel);
        expect(await there.prompts.reader.listMoves(owner, id, label, { limit: 10 })).toEqual(ofLabel.toReversed());
      }
      expect(await there.prompts.reader.findLatestAt(owner, id, noon(-5001))).toBe(2);
      expect(await there.prompts.reader.find(owner, { by: 'name', name: metadata.name })).toEqual(prompt);
    });

    it('restores a prompt with two hundred versions', async () => {
      const [first, ...others] = Array.from({ length: 200 }, (_, index) => aStoredVersion(index + 1));
      if (!first) throw new Error('there are versions');
      const moves = Array.from({ length: 200 }, (_, index) =>
        aMove(PRODUCTION, index + 1, { previous: index || null, movedAt: noon(index) }),
      );
      const restored = aRestoredPrompt(await anOwner(here), { versions: [first, ...others], moves });

      expect(await here.prompts.archive.restore(restored)).toMatchObject({ kind: 'created' });

      const state = await stateOf(there, restored);
      expect(state.versions).toEqual([first, ...others].map(read));
      expect(state.moves).toEqual(moves);
    });

    it('restores no prompt whose name is taken, and changes nothing', async () => {
      const prompt = await aPrompt(here, await anOwner(here));
      const before = await stateOf(here, prompt);
      const restored = aRestoredPrompt(prompt.owner, {
        metadata: { name: prompt.name, tags: toTags('restored') },
        moves: [aMove(PRODUCTION, 1)],
      });

      expect(await there.prompts.archive.restore(restored)).toEqual({ kind: 'name-taken' });

      expect(await stateOf(here, prompt)).toEqual(before);
      expect(await stateOf(here, restored)).toEqual({ ...before, prompt: undefined, versions: [], moves: [] });
      expect(await here.prompts.catalog.list(prompt.owner, aQuery())).toEqual([prompt]);
      expect(await here.prompts.catalog.countByTag(prompt.owner, { limit: 100 })).toEqual([]);
    });

    it('writes only one of two prompts that are concurrently created and restored with the same name', async () => {
      const owner = await anOwner(here);
      for (let round = 0; round < 10; round += 1) {
        const name = aName();

        const outcomes = await Promise.all([
          here.prompts.writer.create(aCreation(owner, { metadata: { name } })),
          there.prompts.archive.restore(aRestoredPrompt(owner, { metadata: { name } })),
        ]);

        expect(outcomes.map(({ kind }) => kind).toSorted()).toEqual(['created', 'name-taken']);
      }
      expect(await here.prompts.catalog.list(owner, aQuery())).toHaveLength(10);
    });

    it('continues after the restored versions and moves', async () => {
      const restored = aRestoredPrompt(await anOwner(here), {
        versions: [aStoredVersion(1), aStoredVersion(2, { publishedAt: noon(5000) })],
        moves: [aMove(PRODUCTION, 2, { movedAt: noon(6000) })],
        updatedAt: noon(7000),
      });
      await here.prompts.archive.restore(restored);

      const outcome = await mustRevise(there, restored, {
        draft: aDraft(),
        labels: [anOrder(PRODUCTION, 'published')],
      });

      expect(outcome.prompt).toMatchObject({ latestVersion: 3, revision: 2, updatedAt: noon(7000) });
      expect(outcome.moves).toMatchObject([{ version: 3, previous: 2, movedAt: noon(6001) }]);
      expect((await here.prompts.reader.findVersion(restored.owner, restored.id, 3))?.publishedAt).toEqual(noon(5000));
    });

    it('appends versions and moves with their times after the existing ones', async () => {
      const owner = await anOwner(here);
      const labels = [anOrder(PRODUCTION, 'published'), anOrder(STAGING, 'published')];
      const prompt = await aPrompt(here, owner, { labels });
      const before = await stateOf(here, prompt);
      const versions = [2, 3].map((version) => aStoredVersion(version, { publishedAt: noon(version * 10) }));
      const moves = [
        aMove(PRODUCTION, 2, { previous: 1, movedAt: noon(25), by: 'cli', message: 'go' }),
        aMove(PRODUCTION, 3, { previous: 2, movedAt: noon(35), by: 'dashboard' }),
        aMove(STAGING, null, { previous: 1, movedAt: noon(36) }),
      ];

      const preconditions = { revision: 1, accountRevision: 1 };
      const outcome = await here.prompts.archive.append(
        anAddition(prompt, { versions, moves, at: noon(99), preconditions }),
      );

      expect(outcome).toEqual({ kind: 'appended' });
      const state = await stateOf(there, prompt);
      expect(state.prompt).toEqual({
        ...prompt,
        latestVersion: 3,
        latestHash: versions[1]?.hash,
        labels: new Map([[PRODUCTION, 3]]),
        revision: 2,
        writeId: expect.any(String),
        updatedAt: noon(99),
      });
      expect(state.versions).toEqual([...before.versions, ...versions.map(read)]);
      for (const label of [PRODUCTION, STAGING]) {
        const all = [...before.moves, ...moves].filter((move) => move.label === label);
        expect(state.moves.filter((move) => move.label === label)).toEqual(all);
        expect(await there.prompts.reader.listMoves(owner, prompt.id, label, { limit: 10 })).toEqual(all.toReversed());
      }
    });

    it.each<[string, Pick<PromptAddition, 'versions' | 'moves'>]>([
      ['only versions', { versions: [aStoredVersion(2)], moves: [] }],
      ['only moves', { versions: [], moves: [aMove(PRODUCTION, 1)] }],
    ])('appends %s', async (_, addition) => {
      const prompt = await aPrompt(here, await anOwner(here));
      const before = await stateOf(here, prompt);
      const added = anAddition(prompt, {
        ...addition,
        at: noon(-5),
        preconditions: { revision: 1, accountRevision: 1 },
      });

      expect(await here.prompts.archive.append(added)).toEqual({ kind: 'appended' });

      const { prompt: next, versions, moves } = await stateOf(there, prompt);
      expect(next).toMatchObject({ revision: 2, updatedAt: noon(), latestVersion: 1 + addition.versions.length });
      expect(next?.labels.size).toBe(addition.moves.length);
      expect(versions).toEqual([...before.versions, ...addition.versions.map(read)]);
      expect(moves).toEqual(addition.moves);
    });

    it('appends one of two concurrent additions', async () => {
      const prompt = await aPrompt(here, await anOwner(here));
      const preconditions = { revision: 1, accountRevision: 1 };

      const outcomes = await Promise.all(
        [here, there].map(({ prompts }) =>
          prompts.archive.append(anAddition(prompt, { versions: [aStoredVersion(2)], preconditions })),
        ),
      );

      expect(outcomes.map(({ kind }) => kind).toSorted()).toEqual(['appended', 'stale']);
      expect((await stateOf(here, prompt)).versions).toHaveLength(2);
    });
  });
}
