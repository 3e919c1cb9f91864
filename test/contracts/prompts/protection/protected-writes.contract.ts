import { describe, expect, it } from 'vitest';
import type { PromptRevision } from '../../../../src/application/ports/prompts/prompt-writer.ts';
import { channels } from '../../../../src/domain/channel.ts';
import type { Label } from '../../../../src/domain/naming/label.ts';
import type { Prompt } from '../../../../src/domain/prompts/prompt.ts';
import { changeProtection } from '../../../../src/domain/prompts/protected-labels.ts';
import {
  aCreation,
  aDraft,
  aMove,
  aName,
  anAddition,
  anArchiving,
  anOrder,
  anOwner,
  aPrompt,
  aPromptOfVersions,
  aRemoval,
  aRenaming,
  aRestoredPrompt,
  aRevision,
  aStoredVersion,
  CANARY,
  metadataOf,
  mustRevise,
  noon,
  PRODUCTION,
  protect,
  STAGING,
  stateOf,
  toTags,
} from '../../../support/builders/a-prompt.ts';
import { through } from '../../../support/builders/through.ts';
import { runConcurrently } from '../../../support/run-concurrently.ts';
import type { CreateStorage } from '../../../support/storage/backends.ts';
import { twoInstances } from '../../two-instances.ts';

const others = channels.filter((channel) => channel !== 'dashboard');
const refused = (...labels: readonly Label[]) => ({ kind: 'protected', labels });

/** One test per promise of PromptWriter and PromptArchive about protected labels. */
export function protectedWritesContract(createStorage: CreateStorage): void {
  describe('PromptWriter and PromptArchive, protected labels', () => {
    const { here, there, tasksOnBoth } = twoInstances(createStorage);

    /** Three versions; production points to the first one and is protected, staging to the second one and is not. */
    async function aProtectedPrompt(): Promise<Prompt> {
      const prompt = await aPromptOfVersions(here, await anOwner(here), 3);
      const labels = [anOrder(PRODUCTION, 1), anOrder(STAGING, 2)];
      const { prompt: labelled } = await mustRevise(here, prompt, { labels });
      await protect(here, prompt.owner, PRODUCTION, CANARY);
      return labelled;
    }

    /** Checks that a write changed nothing and recorded nothing. */
    async function expectRefused(prompt: Prompt, write: () => Promise<unknown>, ...labels: readonly Label[]) {
      const before = await stateOf(here, prompt);
      expect(await write()).toEqual(refused(...labels));
      expect(await stateOf(here, prompt)).toEqual(before);
    }

    const revise = (prompt: Prompt, fields: Partial<PromptRevision>) => () =>
      there.prompts.writer.revise(aRevision(prompt, fields));

    it.each(others)('refuses to move, set or remove a protected label by the channel %s', async (channel) => {
      const by = through(channel);
      const prompt = await aProtectedPrompt();

      for (const to of [2, 3, null]) {
        await expectRefused(prompt, revise(prompt, { labels: [anOrder(PRODUCTION, to)], by }), PRODUCTION);
      }
      await expectRefused(prompt, revise(prompt, { labels: [anOrder(CANARY, 1)], by }), CANARY);
      const both = [anOrder(STAGING, 3), anOrder(PRODUCTION, 3), anOrder(CANARY, 3)];
      await expectRefused(prompt, revise(prompt, { labels: both, by }), CANARY, PRODUCTION);
    });

    it('creates a prompt with labels that only contain a protected one, or are contained in it', async () => {
      const owner = await anOwner(here);
      await protect(here, owner, PRODUCTION);
      const labels = ['prod', 'production-eu', 'pre-production'].map((label) => anOrder(label as Label, 1));

      const outcome = await there.prompts.writer.create(aCreation(owner, { labels }));

      expect(outcome).toMatchObject({ kind: 'created' });
    });

    it.each(others)('refuses to publish a version with a protected label by the channel %s', async (channel) => {
      const by = through(channel);
      const prompt = await aProtectedPrompt();
      const labels = [anOrder(STAGING, 'published'), anOrder(PRODUCTION, 'published')];

      await expectRefused(prompt, revise(prompt, { draft: aDraft(), labels, by }), PRODUCTION);
    });

    it.each(others)(
      'refuses to rename, archive or remove a prompt that carries a protected label by the channel %s',
      async (channel) => {
        const by = through(channel);
        const prompt = await aProtectedPrompt();
        const { owner, id } = prompt;

        await expectRefused(prompt, revise(prompt, aRenaming(prompt, aName(), { by })), PRODUCTION);
        await expectRefused(prompt, revise(prompt, { ...anArchiving(prompt), by }), PRODUCTION);
        await expectRefused(prompt, () => there.prompts.writer.remove(aRemoval({ owner, id, by })), PRODUCTION);
      },
    );

    it.each(others)(
      'refuses to create or restore a prompt with a protected label by the channel %s',
      async (channel) => {
        const by = through(channel);
        const prompt = await aProtectedPrompt();
        const labels = [anOrder(STAGING, 'published'), anOrder(PRODUCTION, 'published')];
        const creation = aCreation(prompt.owner, { labels, by });
        const moves = [aMove(STAGING, 1), aMove(CANARY, 1), aMove(CANARY, null, { previous: 1, movedAt: noon(5) })];
        const restored = aRestoredPrompt(prompt.owner, { moves, by });

        await expectRefused(prompt, () => there.prompts.writer.create(creation), PRODUCTION);
        await expectRefused(prompt, () => there.prompts.archive.restore(restored), CANARY);
        for (const { id } of [creation, restored]) {
          expect(await there.prompts.reader.find(prompt.owner, { by: 'id', id })).toBeUndefined();
        }
      },
    );

    it.each(others)('refuses to append moves of a protected label by the channel %s', async (channel) => {
      const by = through(channel);
      const prompt = await aProtectedPrompt();
      const { owner, revision } = prompt;
      const accountRevision = await there.prompts.reader.readRevision(owner);
      const moves = [
        aMove(STAGING, 4, { previous: 2, movedAt: noon(9) }),
        aMove(PRODUCTION, 4, { previous: 1, movedAt: noon(9) }),
      ];
      const preconditions = { revision, accountRevision };
      const addition = anAddition(prompt, { versions: [aStoredVersion(4)], by, preconditions });
      const { archive } = there.prompts;

      await expectRefused(prompt, () => archive.append({ ...addition, moves }), PRODUCTION);
      expect(await archive.append({ ...addition, moves: moves.slice(0, 1) })).toEqual({ kind: 'appended' });
    });

    it('lets the dashboard do all of it', async () => {
      const prompt = await aProtectedPrompt();
      const { owner, id } = prompt;
      const by = through('dashboard');

      await mustRevise(there, prompt, { labels: [anOrder(PRODUCTION, 2)], by });
      await mustRevise(there, prompt, { draft: aDraft(), labels: [anOrder(PRODUCTION, 'published')], by });
      await mustRevise(there, prompt, { labels: [anOrder(PRODUCTION, null)], by });
      const { prompt: moved } = await mustRevise(there, prompt, { labels: [anOrder(PRODUCTION, 1)], by });
      const { prompt: renamed } = await mustRevise(there, moved, aRenaming(moved, aName(), { by }));
      const { prompt: archived } = await mustRevise(there, renamed, { ...anArchiving(renamed), by });
      const preconditions = { revision: archived.revision };
      expect(await there.prompts.writer.remove(aRemoval({ owner, id, by, preconditions }))).toEqual({
        kind: 'removed',
      });
      await aPrompt(there, owner, { labels: [anOrder(PRODUCTION, 'published')], by });
      const restored = aRestoredPrompt(owner, { moves: [aMove(PRODUCTION, 1)], by });
      expect(await there.prompts.archive.restore(restored)).toMatchObject({ kind: 'created' });
    });

    it('lets other channels do what leaves protected labels where they are', async () => {
      const prompt = await aProtectedPrompt();
      const { name } = prompt;

      const { prompt: moved, moves } = await mustRevise(there, prompt, {
        labels: [anOrder(PRODUCTION, 1, 'again'), anOrder(STAGING, 3)],
      });
      expect(moves).toMatchObject([{ label: STAGING, version: 3 }]);
      await mustRevise(there, moved, { draft: aDraft(), labels: [anOrder(STAGING, 'published')] });
      const metadata = { ...metadataOf(moved), description: 'Other.', tags: toTags('other') };
      const { prompt: described } = await mustRevise(there, moved, { metadata });
      expect(described).toMatchObject({ name, description: 'Other.', latestVersion: 4 });
      expect(described.labels.get(PRODUCTION)).toBe(1);
      await mustRevise(there, described, { labels: [anOrder(STAGING, null)] });
      await aPrompt(there, prompt.owner, { labels: [anOrder(STAGING, 'published')] });
    });

    it('lets other channels unarchive a prompt that carries a protected label, and remove one that does not', async () => {
      const prompt = await aProtectedPrompt();
      const { owner } = prompt;
      const { prompt: archived } = await mustRevise(there, prompt, {
        ...anArchiving(prompt),
        by: through('dashboard'),
      });
      const other = await aPrompt(there, owner, { labels: [anOrder(STAGING, 'published')] });

      const { prompt: restored } = await mustRevise(there, archived, anArchiving(archived, false));
      expect(restored).toMatchObject({ archived: false });
      const { prompt: renamed } = await mustRevise(there, other, aRenaming(other, aName()));
      expect(await there.prompts.writer.remove(aRemoval({ owner, id: renamed.id }))).toEqual({ kind: 'removed' });
    });

    it('reports unchanged content before a protected label, because nothing may have to move', async () => {
      const prompt = await aProtectedPrompt();
      const draft = aDraft({ hash: prompt.latestHash });

      expect(await revise(prompt, { draft, labels: [anOrder(PRODUCTION, 'published')] })()).toEqual({
        kind: 'unchanged',
      });
      expect((await stateOf(there, prompt)).prompt).toEqual(prompt);
    });

    it('does not protect the labels of another account', async () => {
      await aProtectedPrompt();
      const prompt = await aPromptOfVersions(here, await anOwner(here), 2);

      const { prompt: moved } = await mustRevise(there, prompt, { labels: [anOrder(PRODUCTION, 1)] });

      expect(moved.labels.get(PRODUCTION)).toBe(1);
    });

    it('serializes concurrent protection and moves: none is moved after the protection', async () => {
      for (let round = 0; round < 10; round += 1) {
        const prompt = await aPromptOfVersions(here, await anOwner(here), 3);
        const { owner } = prompt;
        let protectedAt: Prompt | undefined;

        const outcomes = await runConcurrently([
          async () => {
            const change = changeProtection([], [PRODUCTION]);
            const outcome = await there.prompts.protection.replace({
              owner,
              change,
              by: through('dashboard'),
              at: noon(),
            });
            protectedAt = await here.prompts.reader.find(owner, { by: 'id', id: prompt.id });
            return outcome.kind;
          },
          ...tasksOnBoth([1, 2, 3, 1, 2, 3], async ({ prompts }, version) => {
            const labels = [anOrder(PRODUCTION, version)];
            return (await prompts.writer.revise(aRevision(prompt, { labels }))).kind;
          }),
        ]);

        expect(outcomes[0]).toBe('replaced');
        for (const kind of outcomes.slice(1)) expect(['revised', 'unchanged', 'protected', undefined]).toContain(kind);
        const { prompt: now, moves } = await stateOf(there, prompt);
        expect(now?.labels).toEqual(protectedAt?.labels);
        expect(moves.length).toBeLessThanOrEqual(outcomes.filter((kind) => kind !== 'protected').length - 1);
      }
    });
  });
}
