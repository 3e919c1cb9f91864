import { describe, expect, it } from 'vitest';
import {
  aCreation,
  aDraft,
  aName,
  anArchiving,
  anOrder,
  anOwner,
  aPrompt,
  aQuery,
  aRenaming,
  aRevision,
  metadataOf,
  mustRevise,
  noon,
  PRODUCTION,
  stateOf,
  toTags,
} from '../../support/builders/a-prompt.ts';
import type { CreateStorage } from '../../support/storage/backends.ts';
import { TWENTY, twoInstances } from '../two-instances.ts';

/** One test per promise of the PromptWriter port about creating and publishing. */
export function promptPublishingContract(createStorage: CreateStorage): void {
  describe('PromptWriter, publishing', () => {
    const { here, there, onBoth, contendOnBoth } = twoInstances(createStorage);

    const aNewPrompt = async (fields: Parameters<typeof aPrompt>[2] = {}) => aPrompt(here, await anOwner(here), fields);

    it('rejects a second prompt with the same name and leaves the first unchanged', async () => {
      const first = await aNewPrompt();
      const before = await stateOf(here, first);
      const second = aCreation(first.owner, {
        metadata: { name: first.name, tags: toTags('second') },
        labels: [anOrder(PRODUCTION, 'published')],
      });

      expect(await there.prompts.writer.create(second)).toEqual({ kind: 'name-taken' });

      expect(await stateOf(here, first)).toEqual(before);
      expect(await here.prompts.reader.find(first.owner, { by: 'name', name: first.name })).toEqual(first);
      expect(await stateOf(here, second)).toEqual({ ...before, prompt: undefined, versions: [], moves: [] });
      expect(await here.prompts.catalog.list(first.owner, aQuery())).toEqual([first]);
      expect(await here.prompts.catalog.countByTag(first.owner, { limit: 100 })).toEqual([]);
    });

    it('does not free the name of an archived prompt', async () => {
      const prompt = await aNewPrompt();
      await here.prompts.writer.revise(anArchiving(prompt));

      const second = aCreation(prompt.owner, { metadata: { name: prompt.name } });

      expect(await here.prompts.writer.create(second)).toEqual({ kind: 'name-taken' });
    });

    it('creates exactly one of twenty prompts that concurrently request one name', async () => {
      const owner = await anOwner(here);
      const name = aName();

      const outcomes = await onBoth(TWENTY, ({ prompts }) =>
        prompts.writer.create(aCreation(owner, { metadata: { name } })),
      );

      const [winner, ...others] = outcomes.filter((outcome) => outcome.kind === 'created');
      expect(others).toEqual([]);
      expect(outcomes.filter(({ kind }) => kind === 'name-taken')).toHaveLength(19);
      expect(await here.prompts.reader.find(owner, { by: 'name', name })).toEqual(winner?.prompt);
      expect(await here.prompts.catalog.list(owner, aQuery())).toEqual([winner?.prompt]);
      expect(await here.prompts.reader.readRevision(owner)).toBe(1);
    });

    it('publishes the next version and leaves earlier ones unchanged', async () => {
      const prompt = await aNewPrompt();
      const { owner, id } = prompt;
      const first = await here.prompts.reader.findVersion(owner, id, 1);
      const draft = aDraft({ message: 'better', restoredFrom: 1 });

      const outcome = await here.prompts.writer.revise(aRevision(prompt, { draft, at: noon(5) }));

      const next = {
        ...prompt,
        latestVersion: 2,
        latestHash: draft.hash,
        revision: 2,
        writeId: expect.any(String),
        updatedAt: noon(5),
      };
      const { includes: _, ...content } = draft;
      const version = { ...content, version: 2, publishedAt: noon(5) };
      expect(outcome).toEqual({ kind: 'revised', prompt: next, version, moves: [] });
      expect(await there.prompts.reader.find(owner, { by: 'id', id })).toEqual(next);
      expect(await there.prompts.reader.findVersion(owner, id, 2)).toEqual(version);
      expect(await there.prompts.reader.findVersion(owner, id, 1)).toEqual(first);
    });

    it('returns the version it wrote as every instance reads it, even when the clock was set back', async () => {
      const prompt = await aNewPrompt({ at: noon(1000) });
      const { owner, id } = prompt;
      const config = { temperature: 0.5, nested: { list: [1, null, 'x'] } };

      const { version } = await mustRevise(here, prompt, { draft: aDraft({ config, message: 'why' }), at: noon() });
      const described = { ...metadataOf(prompt), description: 'new' };
      const { version: none } = await mustRevise(here, prompt, { metadata: described });

      expect(version).toMatchObject({ version: 2, publishedAt: noon(1000), config, message: 'why' });
      expect(version).toEqual(await there.prompts.reader.findVersion(owner, id, 2));
      expect(none).toBeUndefined();
    });

    it('publishes the content of an earlier version again', async () => {
      const draft = aDraft();
      const prompt = await aNewPrompt({ draft });
      await mustRevise(here, prompt, { draft: aDraft() });

      const { prompt: restored } = await mustRevise(here, prompt, { draft: { ...draft, restoredFrom: 1 } });

      expect(restored).toMatchObject({ latestVersion: 3, latestHash: draft.hash });
    });

    it('returns stale rather than unchanged when the preconditions no longer hold', async () => {
      const draft = aDraft();
      const prompt = await aNewPrompt({ draft });

      for (const preconditions of [{ revision: 2 }, { accountRevision: 7 }]) {
        const outcome = await here.prompts.writer.revise(aRevision(prompt, { draft, preconditions }));
        expect(outcome).toEqual({ kind: 'stale' });
      }
    });

    it('loses none of fifty concurrently published versions and leaves no gap', async () => {
      const prompt = await aNewPrompt();
      const { owner, id } = prompt;
      const drafts = Array.from({ length: 50 }, () => aDraft());

      const outcomes = await contendOnBoth([...drafts.entries()], (ports, [index, draft]) =>
        mustRevise(ports, prompt, { draft, at: noon(index * (index % 3 ? 1 : -1)) }),
      );

      const { versions, prompt: last, accountRevision } = await stateOf(here, prompt);
      const count = versions.length;
      expect(count).toBeGreaterThan(outcomes.filter((outcome) => outcome !== undefined).length);
      expect(count).toBeLessThanOrEqual(51);
      expect(versions.map(({ version }) => version)).toEqual(Array.from({ length: count }, (_, index) => index + 1));
      expect(new Set(versions.map(({ hash }) => hash)).size).toBe(count);
      outcomes.forEach((outcome, index) => {
        if (!outcome) return;
        expect(outcome.prompt.latestHash).toBe(drafts[index]?.hash);
        expect(versions[outcome.prompt.latestVersion - 1]?.hash).toBe(drafts[index]?.hash);
      });
      expect(last).toMatchObject({ latestVersion: count, latestHash: versions.at(-1)?.hash, revision: count });
      expect(accountRevision).toBe(count);
      const times = versions.map(({ publishedAt }) => publishedAt.getTime());
      expect(times).toEqual(times.toSorted((one, other) => one - other));
      expect(
        (await there.prompts.reader.listVersions(owner, id, { limit: 100 })).map(({ version }) => version),
      ).toEqual(versions.map(({ version }) => version).toReversed());
    });

    it('publishes one of two equal concurrent drafts', async () => {
      const prompt = await aNewPrompt();
      const draft = aDraft();

      const outcomes = await Promise.all(
        [here, there].map((at) => at.prompts.writer.revise(aRevision(prompt, { draft }))),
      );

      expect(outcomes.map(({ kind }) => kind).toSorted()).toEqual(['revised', 'unchanged']);
      expect((await stateOf(here, prompt)).versions).toHaveLength(2);
    });

    it('applies exactly one of twenty concurrent changes with the same prompt revision', async () => {
      const prompt = await aNewPrompt();
      const preconditions = { revision: prompt.revision };
      const drafts = Array.from({ length: 20 }, () => aDraft());

      const outcomes = await onBoth(drafts, ({ prompts }, draft) =>
        prompts.writer.revise(aRevision(prompt, { draft, preconditions })),
      );

      const [winner, ...others] = outcomes.filter((outcome) => outcome.kind === 'revised');
      expect(others).toEqual([]);
      expect(outcomes.filter(({ kind }) => kind === 'stale')).toHaveLength(19);
      const state = await stateOf(here, prompt);
      expect(state.prompt).toEqual(winner?.prompt);
      expect(state.prompt?.latestHash).toBe(drafts[outcomes.findIndex(({ kind }) => kind === 'revised')]?.hash);
      expect(state.versions).toHaveLength(2);
      expect(state.accountRevision).toBe(2);
    });

    it('changes nothing when the new name is taken, whatever else was requested', async () => {
      const prompt = await aNewPrompt();
      const neighbour = await aPrompt(here, prompt.owner);
      const before = await stateOf(here, prompt);

      const renaming = aRenaming(prompt, neighbour.name, {
        draft: aDraft(),
        labels: [anOrder(PRODUCTION, 'published')],
      });

      expect(await there.prompts.writer.revise(renaming)).toEqual({ kind: 'name-taken' });
      expect(await stateOf(here, prompt)).toEqual(before);
      expect(await here.prompts.reader.find(prompt.owner, { by: 'name', name: neighbour.name })).toEqual(neighbour);
    });

    it('never decreases the times of a prompt, whatever the clock', async () => {
      const prompt = await aNewPrompt({ at: noon(1000) });
      const { owner, id } = prompt;
      await mustRevise(here, prompt, { draft: aDraft(), at: noon(3000) });

      const { prompt: early } = await mustRevise(there, prompt, { draft: aDraft(), at: noon(2000) });

      expect(early).toMatchObject({ createdAt: noon(1000), updatedAt: noon(3000) });
      expect(await here.prompts.reader.find(owner, { by: 'id', id })).toEqual(early);
      expect((await here.prompts.reader.findVersion(owner, id, 3))?.publishedAt).toEqual(noon(3000));
      expect(await here.prompts.reader.findLatestAt(owner, id, noon(2999))).toBe(1);
    });
  });
}
