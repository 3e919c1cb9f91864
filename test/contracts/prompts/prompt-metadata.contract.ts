import { describe, expect, it } from 'vitest';
import type { Prompt } from '../../../src/domain/prompts/prompt.ts';
import {
  aDraft,
  aName,
  anArchiving,
  anOrder,
  anOwner,
  aPrompt,
  aQuery,
  aRemoval,
  aRenaming,
  aRevision,
  includes,
  metadataOf,
  mustRevise,
  noon,
  PRODUCTION,
  stateOf,
  toName,
  toTags,
} from '../../support/builders/a-prompt.ts';
import type { CreateStorage } from '../../support/storage/backends.ts';
import { twoInstances } from '../two-instances.ts';

/** One test per promise of the PromptWriter port about renaming, archiving and removing. */
export function promptMetadataContract(createStorage: CreateStorage): void {
  describe('PromptWriter, metadata', () => {
    const { here, there, onBoth } = twoInstances(createStorage);

    /** A prompt with two versions, a label, a tag and an include. */
    async function aRichPrompt(name = aName('shop')): Promise<Prompt> {
      const created = await aPrompt(here, await anOwner(here), {
        metadata: { name, tags: toTags('friendly') },
        draft: aDraft({ includes: includes('included') }),
        labels: [anOrder(PRODUCTION, 'published')],
      });
      return (await mustRevise(here, created, { draft: aDraft(), at: noon(1) })).prompt;
    }

    it('replaces all metadata in one write, and nothing else', async () => {
      const prompt = await aRichPrompt();
      const before = await stateOf(here, prompt);
      const metadata = { name: aName('other'), description: 'New 🦁', tags: toTags('z', 'a'), archived: true };

      const outcome = await here.prompts.writer.revise(aRevision(prompt, { metadata, at: noon(9) }));

      const changed = { ...prompt, ...metadata, revision: 3, writeId: expect.any(String), updatedAt: noon(9) };
      expect(outcome).toEqual({ kind: 'revised', prompt: changed, moves: [] });
      expect(await stateOf(there, prompt)).toEqual({ ...before, prompt: changed, accountRevision: 3 });
    });

    it('preserves id, versions, labels and history of a renamed prompt and frees its old name', async () => {
      const prompt = await aRichPrompt();
      const { owner, id } = prompt;
      const before = await stateOf(here, prompt);
      const name = aName();

      await mustRevise(here, prompt, aRenaming(prompt, name, { at: noon(9) }));

      const renamed = { ...prompt, name, revision: 3, writeId: expect.any(String), updatedAt: noon(9) };
      expect(await stateOf(there, prompt)).toEqual({ ...before, prompt: renamed, accountRevision: 3 });
      expect(await there.prompts.reader.find(owner, { by: 'name', name })).toEqual(renamed);
      expect(await there.prompts.reader.find(owner, { by: 'name', name: prompt.name })).toBeUndefined();
      const successor = await aPrompt(there, owner, { metadata: { name: prompt.name } });
      expect(await here.prompts.reader.find(owner, { by: 'name', name: prompt.name })).toEqual(successor);
      expect(await here.prompts.reader.find(owner, { by: 'id', id })).toEqual(renamed);
    });

    it('lets a prompt take back an earlier name', async () => {
      const prompt = await aRichPrompt();
      await here.prompts.writer.revise(aRenaming(prompt, aName()));

      expect(await there.prompts.writer.revise(aRenaming(prompt, prompt.name))).toMatchObject({ kind: 'revised' });
      expect(await here.prompts.reader.find(prompt.owner, { by: 'name', name: prompt.name })).toMatchObject({
        id: prompt.id,
      });
    });

    it('renames exactly one of ten prompts that are concurrently given the same name', async () => {
      const owner = await anOwner(here);
      const name = aName();
      const candidates = await Promise.all(Array.from({ length: 10 }, () => aPrompt(here, owner)));

      const outcomes = await onBoth(candidates, ({ prompts }, prompt) =>
        prompts.writer.revise(aRenaming(prompt, name)),
      );

      expect(outcomes.filter(({ kind }) => kind === 'name-taken')).toHaveLength(9);
      const winner = candidates[outcomes.findIndex(({ kind }) => kind === 'revised')];
      expect(await here.prompts.reader.find(owner, { by: 'name', name })).toMatchObject({ id: winner?.id });
      expect(await here.prompts.catalog.list(owner, aQuery())).toHaveLength(10);
    });

    it('reads an archived prompt, and rejects changes to it without a precondition on its revision', async () => {
      const prompt = await aRichPrompt();
      const { owner, id } = prompt;
      await here.prompts.writer.revise(anArchiving(prompt));
      const before = await stateOf(here, prompt);
      expect(before.prompt).toEqual({ ...prompt, archived: true, revision: 3, writeId: expect.any(String) });

      for (const preconditions of [{}, { accountRevision: before.accountRevision }]) {
        const publishing = aRevision(prompt, { draft: aDraft(), preconditions });
        const change = aRevision(prompt, { metadata: metadataOf(prompt), preconditions });
        const move = aRevision(prompt, { labels: [anOrder(PRODUCTION, 2)], preconditions });
        expect(await there.prompts.writer.revise(publishing)).toEqual({ kind: 'stale' });
        expect(await there.prompts.writer.revise(move)).toEqual({ kind: 'stale' });
        expect(await there.prompts.writer.revise(change)).toEqual({ kind: 'stale' });
        expect(await there.prompts.writer.remove(aRemoval({ owner, id, preconditions }))).toEqual({ kind: 'stale' });
      }

      expect(await stateOf(here, prompt)).toEqual(before);
    });

    it('changes or unarchives an archived prompt if the precondition on its revision holds', async () => {
      const prompt = await aRichPrompt();
      const { owner, id } = prompt;
      const { prompt: archived } = await mustRevise(here, prompt, {
        metadata: { ...metadataOf(prompt), archived: true },
      });

      const { prompt: described } = await mustRevise(there, prompt, {
        metadata: { ...metadataOf(archived), description: 'old' },
        preconditions: { revision: archived.revision },
      });
      expect(described).toMatchObject({ archived: true, description: 'old' });
      expect(await there.prompts.writer.revise(anArchiving(described, false))).toMatchObject({ kind: 'revised' });

      expect(await here.prompts.reader.find(owner, { by: 'id', id })).toMatchObject({ archived: false, revision: 5 });
      await mustRevise(here, prompt, { draft: aDraft() });
    });

    it('removes a prompt with its versions, labels and history', async () => {
      const prompt = await aRichPrompt();
      const { owner, id, name } = prompt;

      const removal = aRemoval({ owner, id, preconditions: { revision: prompt.revision } });
      expect(await here.prompts.writer.remove(removal)).toEqual({ kind: 'removed' });

      expect(await stateOf(there, prompt)).toEqual({ accountRevision: 3, prompt: undefined, versions: [], moves: [] });
      expect(await there.prompts.reader.find(owner, { by: 'name', name })).toBeUndefined();
      expect(await there.prompts.reader.findVersion(owner, id, 1)).toBeUndefined();
      expect(await there.prompts.reader.listVersions(owner, id, { limit: 10 })).toEqual([]);
      expect(await there.prompts.reader.findLatestAt(owner, id, noon(1000))).toBeUndefined();
      expect(await there.prompts.reader.listMoves(owner, id, PRODUCTION, { limit: 10 })).toEqual([]);
      expect(await there.prompts.catalog.list(owner, aQuery({ archived: 'any' }))).toEqual([]);
      expect(await there.prompts.catalog.countByTag(owner, { limit: 100 })).toEqual([]);
      expect(await there.prompts.catalog.countByFolder(owner, { limit: 100 })).toEqual([]);
      expect(await there.prompts.reader.listIncluders(owner, toName('included'))).toMatchObject({ includes: [] });
    });

    it('starts without history under the name of a removed prompt', async () => {
      const prompt = await aRichPrompt();
      const { owner, id, name } = prompt;
      await here.prompts.writer.remove(aRemoval({ owner, id }));

      const successor = await aPrompt(there, owner, { metadata: { name } });

      expect(successor).toMatchObject({ latestVersion: 1, revision: 1, tags: [], labels: new Map() });
      const { versions, moves } = await stateOf(here, successor);
      expect(versions).toHaveLength(1);
      expect(moves).toEqual([]);
      expect(await here.prompts.reader.find(owner, { by: 'id', id })).toBeUndefined();
    });

    it('removes a prompt once, and no other', async () => {
      const prompt = await aRichPrompt();
      const { owner, id } = prompt;
      const neighbour = await aPrompt(here, owner);

      expect(await there.prompts.writer.remove(aRemoval({ owner, id }))).toEqual({ kind: 'removed' });
      expect(await there.prompts.writer.remove(aRemoval({ owner, id }))).toEqual({ kind: 'stale' });
      expect(await here.prompts.catalog.list(owner, aQuery())).toEqual([neighbour]);
    });

    it('leaves no remains when a prompt is removed while a version is published', async () => {
      for (let round = 0; round < 10; round += 1) {
        const prompt = await aRichPrompt();
        const { owner, id } = prompt;

        const [removal, publishing] = await Promise.all([
          here.prompts.writer.remove(aRemoval({ owner, id })),
          there.prompts.writer.revise(
            aRevision(prompt, { draft: aDraft(), labels: [anOrder(PRODUCTION, 'published')] }),
          ),
        ]);

        expect(removal).toEqual({ kind: 'removed' });
        const accountRevision = publishing.kind === 'revised' ? 4 : 3;
        expect(await stateOf(here, prompt)).toEqual({ accountRevision, prompt: undefined, versions: [], moves: [] });
        expect(await here.prompts.catalog.list(owner, aQuery())).toEqual([]);
      }
    });
  });
}
