import { describe, expect, it } from 'vitest';
import type { LabelOrder } from '../../../../src/application/ports/prompts/prompt-writer.ts';
import type { Label } from '../../../../src/domain/naming/label.ts';
import type { Prompt, VersionChoice } from '../../../../src/domain/prompts/prompt.ts';
import type { Release } from '../../../../src/domain/prompts/release.ts';
import { feedOf, newestChanges } from '../../../support/builders/a-feed.ts';
import {
  aMove,
  anAddition,
  anOrder,
  anOwner,
  aPrompt,
  aPromptOfVersions,
  aQuery,
  aRelease,
  aRestoredPrompt,
  aRevision,
  mustRevise,
  noon,
  PRODUCTION,
  protect,
  STAGING,
  stateOf,
} from '../../../support/builders/a-prompt.ts';
import { through } from '../../../support/builders/through.ts';
import type { CreateStorage } from '../../../support/storage/backends.ts';
import { twoInstances } from '../../two-instances.ts';

const by = through('dashboard');
const byLabel = (label: Label): VersionChoice => ({ by: 'label', label });

/** One test per promise of the prompt ports about what labels serve: fingerprints, rollbacks and locks. */
export function releasesContract(createStorage: CreateStorage): void {
  describe('PromptWriter and PromptArchive, releases', () => {
    const { here, there } = twoInstances(createStorage);

    const aPromptWithProduction = async (): Promise<Prompt> => {
      const prompt = await aPromptOfVersions(here, await anOwner(here), 3);
      await protect(here, prompt.owner, PRODUCTION);
      return prompt;
    };
    const order = (label: Label, to: LabelOrder['to'], fields: Partial<LabelOrder>): LabelOrder => ({
      ...anOrder(label, to, 'says "go" 🦁'),
      ...fields,
    });
    const move = async (prompt: Prompt, to: number | null, release?: Release, at = noon(9000)) =>
      (await mustRevise(here, prompt, { labels: [order(PRODUCTION, to, { release })], by, at })).moves[0];
    const history = ({ owner, id }: Prompt, label = PRODUCTION) =>
      there.prompts.reader.listMoves(owner, id, label, { limit: 100 });
    const lockOf = async ({ owner, id }: Prompt, choice = byLabel(PRODUCTION)) =>
      (await there.prompts.reader.read(owner, { by: 'id', id }, choice))?.lock;

    it('keeps fingerprints and rollbacks with the moves, and records them in the feed', async () => {
      const owner = await anOwner(here);
      const [created, moved] = [aRelease(), aRelease('tone')];
      const labels = [order(STAGING, 'published', { release: created }), anOrder(PRODUCTION, 1)];
      const prompt = await aPrompt(here, owner, { labels });
      await mustRevise(here, prompt, { labels: [order(STAGING, null, { rollback: true })], at: noon(1) });
      const rollback = order(STAGING, 1, { release: moved, rollback: true });
      const { moves } = await mustRevise(here, prompt, { labels: [rollback], at: noon(2) });

      expect(moves).toMatchObject([{ rollback: true, fingerprint: moved.fingerprint, message: 'says "go" 🦁' }]);
      const kept = (await history(prompt, STAGING)).map(({ rollback, fingerprint, locks }) => [
        rollback,
        fingerprint,
        locks,
      ]);
      expect(kept).toEqual([
        [true, moved.fingerprint, undefined],
        [true, undefined, undefined],
        [undefined, created.fingerprint, undefined],
      ]);
      expect(await history(prompt)).toMatchObject([{ by: 'api', message: '' }]);
      const feed = (await feedOf(there, owner)).filter(({ type }) => type === 'label.moved');
      expect(feed).toMatchObject([
        { data: { label: STAGING, fingerprint: created.fingerprint } },
        { data: { label: PRODUCTION } },
        { data: { label: STAGING, version: null, rollback: true } },
        { data: { label: STAGING, fingerprint: moved.fingerprint, rollback: true } },
      ]);
      expect(feed.map(({ data }) => Object.values(data).filter((value) => value === true).length)).toEqual([
        0, 0, 1, 1,
      ]);
      expect(feed[1]).not.toHaveProperty('data.fingerprint', expect.anything());
    });

    it('locks a label only if it is protected, from the moment of its move on', async () => {
      const prompt = await aPromptWithProduction();
      const release = aRelease('tone', 'mail/tone@staging', 'voice@2');
      await move(prompt, 1, undefined, noon(9000));

      const labels = [order(PRODUCTION, 2, { release }), order(STAGING, 2, { release })];
      const { moves } = await mustRevise(here, prompt, { labels, by, at: noon(8000) });

      const locks = [{ since: noon(9001), lock: release.lock }];
      expect(moves).toMatchObject([{ label: PRODUCTION, movedAt: noon(9001), locks }, { label: STAGING }]);
      expect(moves[1]?.locks).toBeUndefined();
      expect((await history(prompt))[0]).toEqual(moves[0]);
      expect((await history(prompt, STAGING))[0]).toEqual(moves[1]);
    });

    it('reads the lock of the label that selects the version', async () => {
      const owner = await anOwner(here);
      await protect(here, owner, PRODUCTION);
      const release = aRelease('tone', 'tone@staging');
      const labels = [order(PRODUCTION, 'published', { release }), anOrder(STAGING, 1)];
      const prompt = await aPrompt(here, owner, { labels, by });
      const { id, name } = prompt;

      const choices: readonly VersionChoice[] = [byLabel(PRODUCTION), { by: 'default' }];
      const unlocked: readonly VersionChoice[] = [
        byLabel(STAGING),
        byLabel('latest' as Label),
        { by: 'version', version: 1 },
        byLabel('missing' as Label),
      ];
      for (const reference of [{ by: 'id', id } as const, { by: 'name', name } as const]) {
        for (const choice of [...choices, ...unlocked]) {
          const lock = choices.includes(choice) ? release.lock : undefined;
          expect((await there.prompts.reader.read(owner, reference, choice))?.lock).toEqual(lock);
        }
      }
      for (const choice of [...choices, ...unlocked.slice(0, 3)]) {
        const { readings } = await there.prompts.catalog.listWithVersions(owner, aQuery(), choice, 1_000_000);
        expect(readings.map(({ lock }) => lock)).toEqual([choices.includes(choice) ? release.lock : undefined]);
      }
    });

    it('unlocks a label that moves without a lock or is removed, and keeps its history', async () => {
      const prompt = await aPromptWithProduction();
      const [first, second] = [aRelease('tone'), aRelease('tone')];

      await move(prompt, 1, first);
      expect(await lockOf(prompt)).toEqual(first.lock);
      await move(prompt, 2, aRelease());
      expect(await lockOf(prompt)).toBeUndefined();
      await move(prompt, 1, second);
      await move(prompt, null);
      await move(prompt, 1);
      expect(await lockOf(prompt)).toBeUndefined();
      const locks = (await history(prompt)).map((each) => each.locks?.map(({ lock }) => lock));
      expect(locks).toEqual([undefined, undefined, [second.lock], undefined, [first.lock]]);
    });

    it('leaves the lock of a label that stays where it is', async () => {
      const prompt = await aPromptWithProduction();
      const release = aRelease('tone');
      await move(prompt, 1, release);

      const labels = [order(PRODUCTION, 1, { release: aRelease('voice') }), anOrder(STAGING, 2)];
      await mustRevise(there, prompt, { labels, by });

      expect(await lockOf(prompt)).toEqual(release.lock);
      expect(await history(prompt)).toHaveLength(1);
    });

    it('moves a label again to where it points, like any other move', async () => {
      const prompt = await aPromptWithProduction();
      await move(prompt, 2, aRelease('tone'));
      const release = aRelease('tone');
      const again = { labels: [order(PRODUCTION, 2, { release, again: true })] };
      const before = await stateOf(here, prompt);
      const other = await there.prompts.writer.revise(aRevision(prompt, again));
      expect(other).toEqual({ kind: 'protected', labels: [PRODUCTION] });
      expect(await stateOf(here, prompt)).toEqual(before);

      const { prompt: moved, moves } = await mustRevise(there, prompt, { ...again, by, at: noon(9999) });

      expect(moved.revision).toBe((before.prompt?.revision ?? 0) + 1);
      expect(moves).toMatchObject([{ version: 2, previous: 2, fingerprint: release.fingerprint }]);
      expect((await history(prompt))[0]).toEqual(moves[0]);
      expect(await lockOf(prompt)).toEqual(release.lock);
      expect(await newestChanges(there, prompt.owner)).toMatchObject([
        { type: 'label.moved', data: { version: 2, previous: 2, fingerprint: release.fingerprint } },
      ]);
    });

    it('keeps the releases of imported moves, locks protected labels by them, and records the last fingerprints', async () => {
      const owner = await anOwner(here);
      await protect(here, owner, PRODUCTION);
      const [first, second, third] = [aRelease('tone'), aRelease('tone'), aRelease('tone', 'voice@2')];
      const period = ({ lock }: Partial<Release>, at: number) => ({ since: noon(at), lock: lock ?? null });
      const { fingerprint } = first;
      const moves = [
        aMove(PRODUCTION, 1, {
          rollback: true,
          fingerprint,
          locks: [period(first, 0), period({}, 5), period(second, 7)],
        }),
        aMove(STAGING, 1, { fingerprint, locks: [period(first, 0)] }),
      ];
      const restored = aRestoredPrompt(owner, { moves, by });
      await here.prompts.archive.restore(restored);

      const stored = { owner, id: restored.id };
      expect((await stateOf(there, stored)).moves).toEqual(moves);
      const read = async (label: Label) =>
        (await there.prompts.reader.read(owner, { by: 'id', id: restored.id }, byLabel(label)))?.lock;
      expect([await read(PRODUCTION), await read(STAGING)]).toEqual([second.lock, undefined]);
      expect(await newestChanges(there, owner)).toMatchObject([
        { type: 'prompt.created' },
        { data: { label: PRODUCTION, fingerprint, imported: true } },
        { data: { label: STAGING, fingerprint, imported: true } },
      ]);

      const added = [
        aMove(STAGING, null, { previous: 1, movedAt: noon(9) }),
        aMove(STAGING, 1, { movedAt: noon(10), fingerprint: third.fingerprint }),
      ];
      const preconditions = { revision: 1, accountRevision: 2 };
      await here.prompts.archive.append(anAddition(stored, { moves: added, by, preconditions }));
      expect(await read(PRODUCTION)).toEqual(second.lock);
      expect(await newestChanges(there, owner)).toMatchObject([{ data: { fingerprint: third.fingerprint } }]);

      const last = [
        aMove(PRODUCTION, 1, { previous: 1, movedAt: noon(20), locks: [period(third, 20)] }),
        aMove(PRODUCTION, 1, { previous: 1, movedAt: noon(21), locks: [period(third, 21), period({}, 22)] }),
      ];
      for (const [index, each] of last.entries()) {
        const preconditions = { revision: 2 + index, accountRevision: 3 + index };
        await here.prompts.archive.append(anAddition(stored, { moves: [each], by, preconditions }));
        expect(await read(PRODUCTION)).toEqual(index === 0 ? third.lock : undefined);
      }
      expect((await history({ ...stored } as Prompt)).slice(0, 2)).toEqual(last.toReversed());
    });
  });
}
