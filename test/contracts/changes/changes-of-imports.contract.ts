import { describe, expect, it } from 'vitest';
import { feedOf, newestChanges } from '../../support/builders/a-feed.ts';
import {
  aDraft,
  aMove,
  anAddition,
  anOrder,
  anOwner,
  aPrompt,
  aRestoredPrompt,
  aStoredVersion,
  mustRevise,
  noon,
  PRODUCTION,
  STAGING,
} from '../../support/builders/a-prompt.ts';
import { through } from '../../support/builders/through.ts';
import type { CreateStorage } from '../../support/storage/backends.ts';
import { twoInstances } from '../two-instances.ts';

/** One test per promise about what PromptArchive records in the feed of the account. */
export function changesOfImportsContract(createStorage: CreateStorage): void {
  describe('PromptArchive, changes', () => {
    const { here, there } = twoInstances(createStorage);
    const imported = true;

    it('records an imported prompt with its latest version, and each label that it has then', async () => {
      const owner = await anOwner(here);
      const versions = [aStoredVersion(1), aStoredVersion(2), aStoredVersion(3)] as const;
      const restored = aRestoredPrompt(owner, {
        versions,
        moves: [
          aMove(PRODUCTION, 1, { movedAt: noon(1), by: 'dashboard', message: 'old' }),
          aMove(PRODUCTION, 3, { movedAt: noon(2), previous: 1, message: 'new' }),
          aMove(STAGING, 2, { movedAt: noon(1) }),
          aMove(STAGING, null, { movedAt: noon(2), previous: 2 }),
        ],
        by: through('cli'),
        at: noon(9000),
      });

      await here.prompts.archive.restore(restored);

      const common = { promptId: restored.id, name: restored.metadata.name, by: 'cli', imported };
      const moved = { label: PRODUCTION, version: 3, previous: null, hash: versions[2].hash, message: 'new' };
      expect(await newestChanges(there, owner)).toEqual([
        { type: 'prompt.created', at: noon(9000), data: { ...common, type: 'text', version: 3 } },
        { type: 'label.moved', at: noon(9000), data: { ...common, ...moved } },
      ]);
      expect(await there.prompts.reader.readRevision(owner)).toBe(1);
    });

    it('records the newest of the versions that are added, and the net effect on each label', async () => {
      const owner = await anOwner(here);
      const draft = aDraft();
      const prompt = await aPrompt(here, owner, {
        draft,
        labels: [anOrder(PRODUCTION, 1), anOrder(STAGING, 1)],
      });
      const { id, name } = prompt;
      const versions = [aStoredVersion(2), aStoredVersion(3, { message: 'merged', restoredFrom: 1 })];
      const moves = [
        aMove(PRODUCTION, 2, { movedAt: noon(1), previous: 1 }),
        aMove(PRODUCTION, 3, { movedAt: noon(2), previous: 2, message: 'up' }),
        aMove(PRODUCTION, null, { movedAt: noon(3), previous: 3, message: 'down' }),
        aMove(STAGING, 3, { movedAt: noon(1), previous: 1 }),
        aMove(STAGING, 1, { movedAt: noon(2), previous: 3 }),
      ];

      const preconditions = { revision: 1, accountRevision: 1 };
      const added = { versions, moves, by: through('dashboard'), at: noon(9000), preconditions };
      await here.prompts.archive.append(anAddition(prompt, added));

      const common = { promptId: id, name, by: 'dashboard', imported };
      expect(await newestChanges(there, owner)).toEqual([
        {
          type: 'version.published',
          at: noon(9000),
          data: { ...common, version: 3, hash: versions[1]?.hash, message: 'merged', restoredFrom: 1 },
        },
        {
          type: 'label.moved',
          at: noon(9000),
          data: { ...common, label: PRODUCTION, version: null, previous: 1, hash: null, message: 'down' },
        },
      ]);
    });

    it('records labels that came back, if nothing else changed', async () => {
      const owner = await anOwner(here);
      const draft = aDraft();
      const prompt = await aPrompt(here, owner, { draft, labels: [anOrder(PRODUCTION, 1)] });
      await mustRevise(here, prompt, { draft: aDraft() });
      const moves = [
        aMove(PRODUCTION, 2, { movedAt: noon(1), previous: 1 }),
        aMove(PRODUCTION, 1, { movedAt: noon(2), previous: 2, message: 'back' }),
      ];

      const preconditions = { revision: 2, accountRevision: 2 };
      await here.prompts.archive.append(anAddition(prompt, { moves, at: noon(9000), preconditions }));

      expect(await newestChanges(there, owner)).toMatchObject([
        {
          type: 'label.moved',
          data: { label: PRODUCTION, version: 1, previous: 1, hash: draft.hash, message: 'back', imported },
        },
      ]);
      expect((await feedOf(there, owner)).map(({ revision }) => revision)).toEqual([1, 1, 2, 3]);
    });
  });
}
