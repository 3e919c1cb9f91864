import { describe, expect, it } from 'vitest';
import { invariant } from '../../../src/domain/invariant.ts';
import { aDeclaration } from '../../support/builders/a-declaration.ts';
import {
  aCreation,
  aDraft,
  anOwner,
  aPrompt,
  aQuery,
  aRemoval,
  aRestoredPrompt,
  aRevision,
  aStoredVersion,
  mustRevise,
  noon,
  stateOf,
} from '../../support/builders/a-prompt.ts';
import { through } from '../../support/builders/through.ts';
import type { CreateStorage } from '../../support/storage/backends.ts';
import { twoInstances } from '../two-instances.ts';

/** One test per promise of the PromptWriter port about preconditions on the account. */
export function promptPreconditionsContract(createStorage: CreateStorage): void {
  describe('PromptWriter, preconditions', () => {
    const { here, there } = twoInstances(createStorage);

    it('rejects every change with a stale account revision and changes nothing', async () => {
      const owner = await anOwner(here);
      const prompt = await aPrompt(here, owner);
      const { id, revision } = prompt;
      const preconditions = { revision, accountRevision: await here.prompts.reader.readRevision(owner) };
      const { accountRevision } = preconditions;
      await aPrompt(there, owner);
      const before = await stateOf(here, prompt);
      const stale = { kind: 'stale' };

      const creation = aCreation(owner, { preconditions: { accountRevision } });
      const restored = aRestoredPrompt(owner, { preconditions: { accountRevision } });
      expect(await here.prompts.writer.create(creation)).toEqual(stale);
      expect(await here.prompts.archive.restore(restored)).toEqual(stale);
      for (const unheld of [preconditions, { accountRevision }]) {
        expect(await here.prompts.writer.revise(aRevision(prompt, { draft: aDraft(), preconditions: unheld }))).toEqual(
          stale,
        );
        expect(await here.prompts.writer.remove(aRemoval({ owner, id, preconditions: unheld }))).toEqual({
          kind: 'stale',
        });
      }
      const addition = {
        owner,
        id,
        versions: [aStoredVersion(2)],
        moves: [],
        by: through('api'),
        at: noon(),
        preconditions,
      };
      expect(await here.prompts.archive.append(addition)).toEqual({ kind: 'stale' });

      expect(await stateOf(there, prompt)).toEqual(before);
      expect(await there.prompts.reader.find(owner, { by: 'id', id: creation.id })).toBeUndefined();
      expect(await there.prompts.reader.find(owner, { by: 'name', name: restored.metadata.name })).toBeUndefined();
    });

    it('confirms an unchanged prompt without changing it, and no other prompt', async () => {
      const owner = await anOwner(here);
      const prompt = await aPrompt(here, owner);
      const before = await stateOf(here, prompt);

      expect(await there.prompts.writer.confirm(prompt, through('api'))).toEqual({ kind: 'confirmed' });
      expect(await stateOf(here, prompt)).toEqual(before);

      await mustRevise(here, prompt, { draft: aDraft() });
      expect(await there.prompts.writer.confirm(prompt, through('api'))).toEqual({ kind: 'stale' });
      await here.prompts.writer.remove(aRemoval({ owner, id: prompt.id }));
      expect(await there.prompts.writer.confirm(prompt, through('api'))).toEqual({ kind: 'stale' });
    });

    it('applies every change whose preconditions hold', async () => {
      const owner = await anOwner(here);
      const created = await here.prompts.writer.create(aCreation(owner, { preconditions: { accountRevision: 0 } }));
      if (created.kind !== 'created') throw new Error(created.kind);
      const { id } = created.prompt;

      const preconditions = { revision: 1, accountRevision: 1 };
      expect(
        await here.prompts.writer.revise(aRevision(created.prompt, { draft: aDraft(), preconditions })),
      ).toMatchObject({
        kind: 'revised',
      });
      const addition = { owner, id, versions: [aStoredVersion(3)], moves: [], by: through('api'), at: noon() };
      expect(
        await here.prompts.archive.append({ ...addition, preconditions: { revision: 2, accountRevision: 2 } }),
      ).toEqual({ kind: 'appended' });
      expect(
        await here.prompts.archive.restore(aRestoredPrompt(owner, { preconditions: { accountRevision: 3 } })),
      ).toMatchObject({
        kind: 'created',
      });
      expect(
        await here.prompts.writer.remove(aRemoval({ owner, id, preconditions: { revision: 3, accountRevision: 4 } })),
      ).toEqual({ kind: 'removed' });
    });

    it('publishes a draft that inherits settings only after a version that has them', async () => {
      const owner = await anOwner(here);
      const settings = { variables: [aDeclaration('a')], config: { b: 1, a: [{ d: '\u00e9', c: null }] } };
      const prompt = await aPrompt(here, owner, { draft: aDraft(settings) });
      const publish = (inheritedFrom: number, draft = aDraft(settings)) =>
        there.prompts.writer.revise(aRevision(prompt, { draft, preconditions: { inheritedFrom } }));

      expect(await publish(1)).toMatchObject({ kind: 'revised', version: { version: 2 } });
      expect(await publish(1)).toMatchObject({ kind: 'revised', version: { version: 3 } });
      for (const other of [
        { ...settings, config: { b: 1, a: [] } },
        { ...settings, variables: [] },
      ]) {
        const { version } = await mustRevise(here, prompt, { draft: aDraft(other) });
        invariant(version !== undefined, 'a draft is published as a version');
        const before = await stateOf(here, prompt);

        expect(await publish(3)).toEqual({ kind: 'stale' });
        // Not unchanged: with the settings of the latest version, the draft would have another hash.
        expect(await publish(3, aDraft({ ...settings, hash: version.hash }))).toEqual({ kind: 'stale' });
        expect(await stateOf(there, prompt)).toEqual(before);
        expect(await publish(before.versions.length)).toMatchObject({ kind: 'revised' });
      }
      expect(await publish(99)).toEqual({ kind: 'stale' });
    });

    it('publishes exactly one of twenty concurrent drafts that inherit settings and change them', async () => {
      const owner = await anOwner(here);
      const prompt = await aPrompt(here, owner);

      const outcomes = await Promise.all(
        Array.from({ length: 20 }, (_, index) => {
          const draft = aDraft({ config: { index } });
          const revision = aRevision(prompt, { draft, preconditions: { inheritedFrom: 1 } });
          return (index % 2 ? here : there).prompts.writer.revise(revision);
        }),
      );

      expect(outcomes.filter(({ kind }) => kind === 'revised')).toHaveLength(1);
      expect(outcomes.filter(({ kind }) => kind === 'stale')).toHaveLength(19);
    });

    it('applies exactly one of twenty concurrent changes with the same account revision', async () => {
      const owner = await anOwner(here);
      const creations = Array.from({ length: 20 }, () => aCreation(owner, { preconditions: { accountRevision: 0 } }));

      const outcomes = await Promise.all(
        creations.map((creation, index) => (index % 2 ? here : there).prompts.writer.create(creation)),
      );

      expect(outcomes.filter(({ kind }) => kind === 'created')).toHaveLength(1);
      expect(outcomes.filter(({ kind }) => kind === 'stale')).toHaveLength(19);
      expect(await here.prompts.catalog.list(owner, aQuery())).toHaveLength(1);
    });
  });
}
