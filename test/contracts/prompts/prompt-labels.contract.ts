import { describe, expect, it } from 'vitest';
import { channels } from '../../../src/domain/channel.ts';
import type { LabelMove } from '../../../src/domain/prompts/label-move.ts';
import type { Prompt } from '../../../src/domain/prompts/prompt.ts';
import {
  aDraft,
  anOrder,
  anOwner,
  aPrompt,
  aPromptOfVersions,
  CANARY,
  mustRevise,
  noon,
  PRODUCTION,
  STAGING,
  stateOf,
} from '../../support/builders/a-prompt.ts';
import { through } from '../../support/builders/through.ts';
import type { CreateStorage } from '../../support/storage/backends.ts';
import { TWENTY, twoInstances } from '../two-instances.ts';

/** One test per promise of the prompt ports about labels and their history. */
export function promptLabelsContract(createStorage: CreateStorage): void {
  describe('PromptWriter, labels', () => {
    const { here, there, contendOnBoth } = twoInstances(createStorage);

    const aPromptOf = async (versions: number): Promise<Prompt> =>
      aPromptOfVersions(here, await anOwner(here), versions);

    const history = ({ owner, id }: Prompt, label = PRODUCTION) =>
      there.prompts.reader.listMoves(owner, id, label, { limit: 100 });

    it('points the labels of a new prompt to its first version and records the moves', async () => {
      const labels = [anOrder(PRODUCTION, 'published', 'go 🦁'), anOrder(STAGING, 1)];
      const prompt = await aPrompt(here, await anOwner(here), { labels, by: through('cli') });
      const { owner, id } = prompt;

      const move = { version: 1, previous: null, movedAt: noon(), by: 'cli' };
      expect(prompt.labels).toEqual(
        new Map([
          [PRODUCTION, 1],
          [STAGING, 1],
        ]),
      );
      expect(await there.prompts.reader.find(owner, { by: 'id', id })).toEqual(prompt);
      expect(await history(prompt)).toEqual([{ ...move, label: PRODUCTION, message: 'go 🦁' }]);
      expect(await history(prompt, STAGING)).toEqual([{ ...move, label: STAGING, message: '' }]);
    });

    it('moves labels in the same write as their version and returns the moves in the requested order', async () => {
      const prompt = await aPromptOf(2);
      await mustRevise(here, prompt, { labels: [anOrder(PRODUCTION, 1)], at: noon(5000) });

      const outcome = await mustRevise(here, prompt, {
        draft: aDraft(),
        labels: [anOrder(STAGING, 'published', 'try'), anOrder(PRODUCTION, 2, 'go')],
        by: through('dashboard'),
        at: noon(6000),
      });

      const staged = { label: STAGING, version: 3, previous: null, message: 'try' };
      const produced = { label: PRODUCTION, version: 2, previous: 1, message: 'go' };
      const moved = { movedAt: noon(6000), by: 'dashboard' };
      expect(outcome.moves).toEqual([
        { ...staged, ...moved },
        { ...produced, ...moved },
      ]);
      expect(outcome.prompt).toMatchObject({ latestVersion: 3, revision: 4 });
      expect(outcome.prompt.labels).toEqual(
        new Map([
          [PRODUCTION, 2],
          [STAGING, 3],
        ]),
      );
      expect(await there.prompts.reader.find(prompt.owner, { by: 'id', id: prompt.id })).toEqual(outcome.prompt);
      expect(await history(prompt, STAGING)).toEqual([outcome.moves[0]]);
    });

    it.each(channels)('records that a label was moved by the channel %s', async (by) => {
      const prompt = await aPromptOf(1);

      const { moves } = await mustRevise(here, prompt, { labels: [anOrder(PRODUCTION, 1)], by: through(by) });

      expect(moves).toMatchObject([{ by }]);
      expect(await history(prompt)).toEqual(moves);
    });

    it('records nothing for a label that points there or is missing already, but moves the others', async () => {
      const prompt = await aPromptOf(2);
      await mustRevise(here, prompt, { labels: [anOrder(PRODUCTION, 2)], at: noon(5000) });
      const before = await history(prompt);

      const { moves, prompt: revised } = await mustRevise(there, prompt, {
        labels: [anOrder(PRODUCTION, 2, 'again'), anOrder(CANARY, null), anOrder(STAGING, 1)],
        at: noon(6000),
      });

      expect(moves).toMatchObject([{ label: STAGING, version: 1 }]);
      expect(revised.labels.get(PRODUCTION)).toBe(2);
      expect(await history(prompt)).toEqual(before);
      expect(await history(prompt, CANARY)).toEqual([]);
    });

    it('records the removal of a label and preserves its history', async () => {
      const prompt = await aPromptOf(2);
      const { owner, id } = prompt;
      const set = await mustRevise(here, prompt, {
        labels: [anOrder(PRODUCTION, 2), anOrder(STAGING, 1)],
        at: noon(1),
      });

      const removed = await mustRevise(here, prompt, { labels: [anOrder(PRODUCTION, null, 'stop')], at: noon(2) });

      const removal = { label: PRODUCTION, version: null, previous: 2, movedAt: noon(2), by: 'api', message: 'stop' };
      expect(removed.moves).toEqual([removal]);
      expect(removed.prompt.labels).toEqual(new Map([[STAGING, 1]]));
      expect(await there.prompts.reader.find(owner, { by: 'id', id })).toEqual(removed.prompt);
      expect(await history(prompt)).toEqual([removal, set.moves[0]]);
    });

    it('has no previous version when a label is set again after its removal', async () => {
      const prompt = await aPromptOf(1);
      await mustRevise(here, prompt, { labels: [anOrder(PRODUCTION, 1)], at: noon(1) });
      await mustRevise(here, prompt, { labels: [anOrder(PRODUCTION, null)], at: noon(2) });

      const { moves } = await mustRevise(here, prompt, { labels: [anOrder(PRODUCTION, 1)], at: noon(3) });

      expect(moves).toMatchObject([{ version: 1, previous: null }]);
      expect((await history(prompt)).map(({ version }) => version)).toEqual([1, null, 1]);
    });

    it('dates the moves of a label in strictly increasing order, whatever the clock, even across its removal', async () => {
      const prompt = await aPromptOf(2);
      const to = async (version: number | null, at: Date) =>
        (await mustRevise(here, prompt, { labels: [anOrder(PRODUCTION, version)], at })).moves[0]?.movedAt;

      expect(await to(1, noon(5000))).toEqual(noon(5000));
      expect(await to(2, noon(5000))).toEqual(noon(5001));
      expect(await to(null, noon(4000))).toEqual(noon(5002));
      expect(await to(2, noon(5001))).toEqual(noon(5003));
      expect(await to(1, noon(6000))).toEqual(noon(6000));
      const { moves } = await mustRevise(there, prompt, { labels: [anOrder(STAGING, 1)], at: noon(4500) });
      expect(moves).toMatchObject([{ label: STAGING, movedAt: noon(4500) }]);
      const times = (await history(prompt)).map(({ movedAt }) => movedAt);
      expect(times).toEqual([6000, 5003, 5002, 5001, 5000].map(noon));
    });

    it('lists the moves of a label newest first, before a given time, in pages', async () => {
      const prompt = await aPromptOf(12);
      const { owner, id } = prompt;
      for (let version = 1; version <= 12; version += 1) {
        const labels = [anOrder(PRODUCTION, version), anOrder(STAGING, 13 - version)];
        await mustRevise(here, prompt, { labels, at: noon(20_000 + version) });
      }
      const versions = async (page: { before?: Date; limit: number }) =>
        (await there.prompts.reader.listMoves(owner, id, PRODUCTION, page)).map(({ version }) => version);

      expect(await versions({ limit: 100 })).toEqual([12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1]);
      expect(await versions({ limit: 5 })).toEqual([12, 11, 10, 9, 8]);
      expect(await versions({ before: noon(20_008), limit: 5 })).toEqual([7, 6, 5, 4, 3]);
      expect(await versions({ before: noon(20_003), limit: 5 })).toEqual([2, 1]);
      expect(await versions({ before: noon(20_001), limit: 5 })).toEqual([]);
      expect((await history(prompt, STAGING)).map(({ version }) => version)).toEqual(
        [12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1].toReversed(),
      );
    });

    it('returns all moves of all labels, oldest first within each label', async () => {
      const prompt = await aPromptOf(11);
      const { owner, id } = prompt;
      for (let version = 1; version <= 11; version += 1) {
        const labels = [anOrder(PRODUCTION, version), anOrder(STAGING, 12 - version)];
        await mustRevise(here, prompt, { labels, at: noon(20_000) });
      }

      const moves = await there.prompts.archive.readMoves(owner, id, { limit: 100 });
      const pages: LabelMove[] = [];
      for (let page = 0; page < 5; page += 1) {
        pages.push(...(await there.prompts.archive.readMoves(owner, id, { after: pages.at(-1), limit: 5 })));
      }

      expect(moves).toHaveLength(22);
      expect(pages).toEqual(moves);
      expect(moves.map(({ label }) => label)).toEqual(moves.map(({ label }) => label).toSorted());
      for (const label of [PRODUCTION, STAGING]) {
        const ofLabel = moves.filter((move) => move.label === label);
        expect(ofLabel).toEqual((await history(prompt, label)).toReversed());
      }
    });

    it('records an unbroken history when twenty versions are published and labelled concurrently', async () => {
      const prompt = await aPromptOf(1);
      const labels = [anOrder(PRODUCTION, 'published')];

      const all = await contendOnBoth(TWENTY, (ports) => mustRevise(ports, prompt, { draft: aDraft(), labels }));

      const outcomes = all.filter((outcome) => outcome !== undefined);
      for (const outcome of outcomes) {
        expect(outcome.moves).toMatchObject([{ label: PRODUCTION, version: outcome.prompt.latestVersion }]);
      }
      const moves = (await history(prompt)).toReversed();
      const count = moves.length;
      expect(count).toBeGreaterThanOrEqual(outcomes.length);
      expect(count).toBeLessThanOrEqual(20);
      expect(moves).toEqual(expect.arrayContaining(outcomes.flatMap((outcome) => outcome.moves)));
      expect(moves.map(({ version }) => version)).toEqual(Array.from({ length: count }, (_, index) => index + 2));
      expect(moves.map(({ previous }) => previous)).toEqual(
        [null, ...moves.map(({ version }) => version)].slice(0, count),
      );
      expect(moves.map(({ movedAt }) => movedAt)).toEqual(Array.from({ length: count }, (_, index) => noon(index)));
      expect((await stateOf(here, prompt)).prompt).toMatchObject({
        latestVersion: count + 1,
        labels: new Map([[PRODUCTION, count + 1]]),
      });
    });
  });
}
