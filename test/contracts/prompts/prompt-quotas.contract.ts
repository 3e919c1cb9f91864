import { describe, expect, it } from 'vitest';
import type { QuotaName } from '../../../src/domain/prompts/quotas.ts';
import {
  aCreation,
  aDraft,
  aDraftOfBytes,
  aHash,
  aMove,
  anAddition,
  anOwner,
  aPrompt,
  aRemoval,
  aRestoredPrompt,
  aRevision,
  aStoredVersion,
  metadataOf,
  mustRevise,
  PRODUCTION,
  stateOf,
} from '../../support/builders/a-prompt.ts';
import type { CreateStorage } from '../../support/storage/backends.ts';
import { twoInstances } from '../two-instances.ts';

const HUNDRED = Array.from({ length: 100 }, (_, index) => index);

const exceeded = (quota: QuotaName, used: number, limit: number) => ({ kind: 'quota-exceeded', quota, used, limit });

/** One test per promise about quotas. */
export function promptQuotasContract(createStorage: CreateStorage): void {
  describe('a quota for prompts', () => {
    const { here, contendOnBoth } = twoInstances(createStorage, { prompts: 3 });

    it('rejects one too many, archived prompts included, and counts removed ones no longer', async () => {
      const owner = await anOwner(here);
      const first = await aPrompt(here, owner, { metadata: { archived: true } });
      await aPrompt(here, owner);
      await aPrompt(here, owner);

      expect(await here.prompts.writer.create(aCreation(owner))).toEqual(exceeded('prompts', 3, 3));
      expect(await here.prompts.archive.restore(aRestoredPrompt(owner))).toEqual(exceeded('prompts', 3, 3));
      await here.prompts.writer.remove(aRemoval({ owner, id: first.id, preconditions: { revision: first.revision } }));
      expect(await here.prompts.archive.restore(aRestoredPrompt(owner))).toMatchObject({ kind: 'created' });
      expect(await here.prompts.catalog.readUse(owner)).toMatchObject({ prompts: 3 });
    });

    it('does not keep existing prompts from being changed', async () => {
      const owner = await anOwner(here);
      const [prompt] = [await aPrompt(here, owner), await aPrompt(here, owner), await aPrompt(here, owner)];

      expect(await mustRevise(here, prompt, { draft: aDraft() })).toMatchObject({ version: { version: 2 } });
    });

    it('is never exceeded by a hundred concurrent creations', async () => {
      const owner = await anOwner(here);

      const outcomes = await contendOnBoth(HUNDRED, ({ prompts }) => prompts.writer.create(aCreation(owner)));

      const created = outcomes.filter((outcome) => outcome?.kind === 'created');
      expect(created).toHaveLength(3);
      expect(await here.prompts.catalog.readUse(owner)).toMatchObject({ prompts: 3 });
    });
  });

  describe('a quota for versions', () => {
    const { here, contendOnBoth } = twoInstances(createStorage, { versionsPerPrompt: 3 });

    it('rejects one too many and changes nothing', async () => {
      const owner = await anOwner(here);
      const prompt = await aPrompt(here, owner);
      await mustRevise(here, prompt, { draft: aDraft() });
      const draft = aDraft();
      await mustRevise(here, prompt, { draft });
      const before = await stateOf(here, prompt);

      const outcome = await here.prompts.writer.revise(aRevision(prompt, { draft: aDraft() }));

      expect(outcome).toEqual(exceeded('versionsPerPrompt', 3, 3));
      expect(await here.prompts.writer.revise(aRevision(prompt, { draft }))).toEqual({ kind: 'unchanged' });
      expect(await stateOf(here, prompt)).toEqual(before);
    });

    it('rejects histories that are too long', async () => {
      const owner = await anOwner(here);
      const versions = [aStoredVersion(1), aStoredVersion(2), aStoredVersion(3)] as const;
      const tooMany = [...versions, aStoredVersion(4)] as const;
      const { archive } = here.prompts;

      expect(await archive.restore(aRestoredPrompt(owner, { versions: tooMany }))).toEqual(
        exceeded('versionsPerPrompt', 0, 3),
      );
      const restored = await archive.restore(aRestoredPrompt(owner, { versions }));
      if (restored.kind !== 'created') throw new Error(restored.kind);
      const { revision } = restored.prompt;
      const addition = anAddition(restored.prompt, { preconditions: { revision, accountRevision: 1 } });
      expect(await archive.append({ ...addition, versions: [aStoredVersion(4)] })).toEqual(
        exceeded('versionsPerPrompt', 3, 3),
      );
      expect(await archive.append({ ...addition, moves: [aMove(PRODUCTION, 3)] })).toEqual({ kind: 'appended' });
    });

    it('is never exceeded by a hundred concurrent publications', async () => {
      const owner = await anOwner(here);
      const prompt = await aPrompt(here, owner);

      const outcomes = await contendOnBoth(HUNDRED, ({ prompts }) =>
        prompts.writer.revise(aRevision(prompt, { draft: aDraft() })),
      );

      expect(outcomes.filter((outcome) => outcome?.kind === 'revised')).toHaveLength(2);
      expect(await here.prompts.reader.find(owner, { by: 'id', id: prompt.id })).toMatchObject({ latestVersion: 3 });
    });
  });

  describe('a quota for content', () => {
    const { here, contendOnBoth } = twoInstances(createStorage, { contentBytes: 300 });

    it('allows the last byte and rejects one more, from every method', async () => {
      const owner = await anOwner(here);
      const prompt = await aPrompt(here, owner, { draft: aDraftOfBytes(100) });
      const { writer, archive } = here.prompts;
      const { revision } = (await mustRevise(here, prompt, { draft: aDraftOfBytes(100, 'b') })).prompt;
      const tooLarge = aDraftOfBytes(101, 'c');
      const versions = [aStoredVersion(1, tooLarge)] as const;
      const addition = anAddition(prompt, { preconditions: { revision, accountRevision: 2 } });
      const before = await stateOf(here, prompt);

      const expected = exceeded('contentBytes', 200, 300);
      expect(await writer.create(aCreation(owner, { draft: tooLarge }))).toEqual(expected);
      expect(await writer.revise(aRevision(prompt, { draft: tooLarge }))).toEqual(expected);
      expect(await archive.restore(aRestoredPrompt(owner, { versions }))).toEqual(expected);
      expect(await archive.append({ ...addition, versions: [aStoredVersion(3, tooLarge)] })).toEqual(expected);
      expect(await stateOf(here, prompt)).toEqual(before);
      expect(await here.prompts.catalog.readUse(owner)).toEqual({ prompts: 1, contentBytes: 200 });

      await mustRevise(here, prompt, { draft: aDraftOfBytes(100, 'c') });
      expect(await here.prompts.catalog.readUse(owner)).toEqual({ prompts: 1, contentBytes: 300 });
    });

    it('does not keep content that is stored already from being published again', async () => {
      const owner = await anOwner(here);
      const draft = aDraftOfBytes(300);
      const prompt = await aPrompt(here, owner, { draft });

      expect(await here.prompts.writer.revise(aRevision(prompt, { draft: aDraftOfBytes(7, 'b') }))).toEqual(
        exceeded('contentBytes', 300, 300),
      );
      const again = { ...draft, hash: aHash(), restoredFrom: 1 };
      expect(await mustRevise(here, prompt, { draft: again })).toMatchObject({ version: { version: 2 } });
    });

    it('counts content that one write has several times only once', async () => {
      const owner = await anOwner(here);
      const draft = aDraftOfBytes(200);
      const versions = [aStoredVersion(1, draft), aStoredVersion(2, draft)] as const;

      const outcome = await here.prompts.archive.restore(aRestoredPrompt(owner, { versions }));

      expect(outcome).toMatchObject({ kind: 'created' });
      expect(await here.prompts.catalog.readUse(owner)).toEqual({ prompts: 1, contentBytes: 200 });
    });

    it('is never exceeded by a hundred concurrent publications', async () => {
      const owner = await anOwner(here);
      const prompt = await aPrompt(here, owner, { draft: aDraftOfBytes(50) });

      const outcomes = await contendOnBoth(HUNDRED, ({ prompts }, index) => {
        const content = { type: 'text', content: `${index}`.padEnd(44, 'x') } as const;
        return prompts.writer.revise(aRevision(prompt, { draft: aDraft({ content }) }));
      });

      expect(outcomes.filter((outcome) => outcome?.kind === 'revised')).toHaveLength(5);
      expect(await here.prompts.catalog.readUse(owner)).toEqual({ prompts: 1, contentBytes: 300 });
    });
  });

  describe('a quota that was lowered below the use', () => {
    it('refuses only what adds to it', async () => {
      const storage = await createStorage();
      const before = await storage.connect();
      const owner = await anOwner(before);
      const draft = aDraftOfBytes(100);
      const prompt = await aPrompt(before, owner, { draft });
      await mustRevise(before, prompt, { draft: aDraftOfBytes(100, 'b') });

      const after = await storage.connect({ prompts: 0, versionsPerPrompt: 1, contentBytes: 10 });
      const { writer, reader } = after.prompts;

      expect(await writer.create(aCreation(owner, { draft }))).toEqual(exceeded('prompts', 1, 0));
      expect(await writer.revise(aRevision(prompt, { draft: aDraft() }))).toEqual(exceeded('versionsPerPrompt', 2, 1));
      expect(await reader.findVersion(owner, prompt.id, 1)).toMatchObject({ content: draft.content });
      expect(
        await mustRevise(after, prompt, { metadata: { ...metadataOf(prompt), description: 'Other.' } }),
      ).toMatchObject({ kind: 'revised' });
      expect(await writer.remove(aRemoval({ owner, id: prompt.id }))).toEqual({ kind: 'removed' });
      await before.close();
      await after.close();
      await storage.dispose();
    });
  });
}
