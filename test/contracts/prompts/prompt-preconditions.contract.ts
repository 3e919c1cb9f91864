import { describe, expect, it } from 'vitest';
import { invariant } from '../../../src/domain/invariant.ts';
import { aDeclaration } from '../../support/builders/a-declaration.ts';
import {
  aCreation,
  aDraft,
  aMove,
  aName,
  anAddition,
  anOrder,
  anOwner,
  aPrompt,
  aQuery,
  aRemoval,
  aRestoredPrompt,
  aRevision,
  aStoredVersion,
  metadataOf,
  mustRevise,
  PRODUCTION,
  STAGING,
  stateOf,
  toTags,
} from '../../support/builders/a-prompt.ts';
import { through } from '../../support/builders/through.ts';
import type { CreateStorage } from '../../support/storage/backends.ts';
import { TWENTY, twoInstances } from '../two-instances.ts';

const STALE = { kind: 'stale' };

/** One test per promise of the PromptWriter port about preconditions. */
export function promptPreconditionsContract(createStorage: CreateStorage): void {
  describe('PromptWriter, preconditions', () => {
    const { here, there, onBoth } = twoInstances(createStorage);

    it('rejects every change with a stale account revision and changes nothing', async () => {
      const owner = await anOwner(here);
      const prompt = await aPrompt(here, owner);
      const { id, revision } = prompt;
      const preconditions = { revision, accountRevision: await here.prompts.reader.readRevision(owner) };
      const { accountRevision } = preconditions;
      await aPrompt(there, owner);
      const before = await stateOf(here, prompt);

      const creation = aCreation(owner, { preconditions: { accountRevision } });
      const restored = aRestoredPrompt(owner, { preconditions: { accountRevision } });
      const { writer, archive } = here.prompts;
      expect(await writer.create(creation)).toEqual(STALE);
      expect(await archive.restore(restored)).toEqual(STALE);
      for (const unheld of [preconditions, { accountRevision }]) {
        expect(await writer.revise(aRevision(prompt, { draft: aDraft(), preconditions: unheld }))).toEqual(STALE);
        expect(await writer.remove(aRemoval({ owner, id, preconditions: unheld }))).toEqual(STALE);
      }
      expect(await archive.append(anAddition(prompt, { versions: [aStoredVersion(2)], preconditions }))).toEqual(STALE);

      expect(await stateOf(there, prompt)).toEqual(before);
      expect(await there.prompts.reader.find(owner, { by: 'id', id: creation.id })).toBeUndefined();
      expect(await there.prompts.reader.find(owner, { by: 'name', name: restored.metadata.name })).toBeUndefined();
    });

    it('rejects every change of a prompt that was changed in the meantime, and changes nothing', async () => {
      const prompt = await aPrompt(here, await anOwner(here));
      const { owner, id, revision } = prompt;
      await mustRevise(here, prompt, { labels: [anOrder(STAGING, 1)] });
      const before = await stateOf(here, prompt);

      const { writer, archive } = there.prompts;
      const metadata = { ...metadataOf(prompt), name: aName(), tags: toTags('late') };
      const labels = [anOrder(PRODUCTION, 'published')];
      const revised = aRevision(prompt, { metadata, draft: aDraft(), labels, preconditions: { revision } });
      expect(await writer.revise(revised)).toEqual(STALE);
      expect(await writer.remove(aRemoval({ owner, id, preconditions: { revision } }))).toEqual(STALE);
      const added = { versions: [aStoredVersion(2)], moves: [aMove(PRODUCTION, 2)] };
      const preconditions = { revision, accountRevision: 2 };
      expect(await archive.append(anAddition(prompt, { ...added, preconditions }))).toEqual(STALE);

      expect(await stateOf(here, prompt)).toEqual(before);
      expect(await here.prompts.catalog.countByTag(owner, { limit: 100 })).toEqual([]);
    });

    it('confirms an unchanged prompt without changing it, and no other prompt', async () => {
      const owner = await anOwner(here);
      const prompt = await aPrompt(here, owner);
      const before = await stateOf(here, prompt);

      expect(await there.prompts.writer.confirm(prompt, through('api'))).toEqual({ kind: 'confirmed' });
      expect(await stateOf(here, prompt)).toEqual(before);

      await mustRevise(here, prompt, { draft: aDraft() });
      expect(await there.prompts.writer.confirm(prompt, through('api'))).toEqual(STALE);
      await here.prompts.writer.remove(aRemoval({ owner, id: prompt.id }));
      expect(await there.prompts.writer.confirm(prompt, through('api'))).toEqual(STALE);
    });

    it('applies every change whose preconditions hold', async () => {
      const owner = await anOwner(here);
      const created = await here.prompts.writer.create(aCreation(owner, { preconditions: { accountRevision: 0 } }));
      if (created.kind !== 'created') throw new Error(created.kind);
      const { id } = created.prompt;

      const { writer, archive } = here.prompts;
      const at = (revision: number, accountRevision: number) => ({ revision, accountRevision });

      const outcomes = [
        await writer.revise(aRevision(created.prompt, { draft: aDraft(), preconditions: at(1, 1) })),
        await archive.append(anAddition(created.prompt, { versions: [aStoredVersion(3)], preconditions: at(2, 2) })),
        await archive.restore(aRestoredPrompt(owner, { preconditions: { accountRevision: 3 } })),
        await writer.remove(aRemoval({ owner, id, preconditions: at(3, 4) })),
      ];

      expect(outcomes.map(({ kind }) => kind)).toEqual(['revised', 'appended', 'created', 'removed']);
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

        expect(await publish(3)).toEqual(STALE);
        // Not unchanged: with the settings of the latest version, the draft would have another hash.
        expect(await publish(3, aDraft({ ...settings, hash: version.hash }))).toEqual(STALE);
        expect(await stateOf(there, prompt)).toEqual(before);
        expect(await publish(before.versions.length)).toMatchObject({ kind: 'revised' });
      }
      expect(await publish(99)).toEqual(STALE);
    });

    it('publishes exactly one of twenty concurrent drafts that inherit settings and change them', async () => {
      const owner = await anOwner(here);
      const prompt = await aPrompt(here, owner);

      const outcomes = await onBoth(TWENTY, ({ prompts }, index) => {
        const draft = aDraft({ config: { index } });
        return prompts.writer.revise(aRevision(prompt, { draft, preconditions: { inheritedFrom: 1 } }));
      });

      expect(outcomes.filter(({ kind }) => kind === 'revised')).toHaveLength(1);
      expect(outcomes.filter(({ kind }) => kind === 'stale')).toHaveLength(19);
    });

    it('applies exactly one of twenty concurrent changes with the same account revision', async () => {
      const owner = await anOwner(here);

      const outcomes = await onBoth(TWENTY, ({ prompts }) =>
        prompts.writer.create(aCreation(owner, { preconditions: { accountRevision: 0 } })),
      );

      expect(outcomes.filter(({ kind }) => kind === 'created')).toHaveLength(1);
      expect(outcomes.filter(({ kind }) => kind === 'stale')).toHaveLength(19);
      expect(await here.prompts.catalog.list(owner, aQuery())).toHaveLength(1);
    });
  });
}
