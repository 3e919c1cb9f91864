import { describe, expect, it } from 'vitest';
import type { Label } from '../../../../src/domain/naming/label.ts';
import { changeProtection } from '../../../../src/domain/prompts/protected-labels.ts';
import { anOwner, noon, PRODUCTION, protect, STAGING } from '../../../support/builders/a-prompt.ts';
import { through } from '../../../support/builders/through.ts';
import type { CreateStorage } from '../../../support/storage/backends.ts';
import { TWENTY, twoInstances } from '../../two-instances.ts';

const CANARY = 'canary' as Label;

/** One test per promise of the ProtectedLabels port. */
export function protectedLabelsContract(createStorage: CreateStorage): void {
  describe('ProtectedLabels', () => {
    const { here, there, contendOnBoth } = twoInstances(createStorage);

    it('protects nothing by default', async () => {
      expect(await here.prompts.protection.read(await anOwner(here))).toEqual([]);
    });

    it('shows the list on every instance, in alphabetical order, until it is replaced', async () => {
      const [owner, other] = [await anOwner(here), await anOwner(here)];
      const dotted = 'a.b_c-9' as Label;

      await protect(here, owner, STAGING, PRODUCTION, dotted);
      expect(await there.prompts.protection.read(owner)).toEqual([dotted, PRODUCTION, STAGING]);
      await protect(there, owner, CANARY, STAGING);
      expect(await here.prompts.protection.read(owner)).toEqual([CANARY, STAGING]);
      await protect(here, owner);
      expect(await there.prompts.protection.read(owner)).toEqual([]);
      expect(await there.prompts.protection.read(other)).toEqual([]);
    });

    it("raises the account's revision by one when the list changes, and not when it stays the same", async () => {
      const owner = await anOwner(here);
      const revision = () => there.prompts.reader.readRevision(owner);

      await protect(here, owner);
      expect(await revision()).toBe(0);
      await protect(here, owner, PRODUCTION, STAGING);
      expect(await revision()).toBe(1);
      await protect(there, owner, STAGING, PRODUCTION);
      expect(await revision()).toBe(1);
      await protect(there, owner, STAGING);
      expect(await revision()).toBe(2);
    });

    it('records what changed in the feed, and nothing when the list stays the same or is stale', async () => {
      const owner = await anOwner(here);

      await protect(here, owner, STAGING, PRODUCTION);
      await protect(here, owner, PRODUCTION, STAGING);
      const stale = changeProtection([], [CANARY]);
      await there.prompts.protection.replace({ owner, change: stale, by: through('dashboard'), at: noon(1) });
      const change = changeProtection([PRODUCTION, STAGING], [CANARY, STAGING]);
      await there.prompts.protection.replace({ owner, change, by: through('dashboard'), at: noon(2) });

      const { changes } = await there.prompts.changes.latest(owner, { limit: 10 });
      const recorded = { type: 'protection.changed', n: 1 };
      expect(changes).toEqual([
        {
          ...recorded,
          revision: 2,
          at: noon(2),
          data: { labels: [CANARY, STAGING], added: [CANARY], removed: [PRODUCTION], by: 'dashboard' },
        },
        {
          ...recorded,
          revision: 1,
          at: noon(),
          data: { labels: [PRODUCTION, STAGING], added: [PRODUCTION, STAGING], removed: [], by: 'dashboard' },
        },
      ]);
    });

    it('is stale when the account holds another list than the one to be replaced', async () => {
      const owner = await anOwner(here);
      await protect(here, owner, PRODUCTION);
      const replacement = { owner, by: through('dashboard'), at: noon() } as const;

      for (const held of [[], [STAGING], [PRODUCTION, STAGING]]) {
        for (const wanted of [held, [CANARY]]) {
          const change = changeProtection(held, wanted);
          expect(await there.prompts.protection.replace({ ...replacement, change })).toEqual({ kind: 'stale' });
        }
      }
      expect(await here.prompts.protection.read(owner)).toEqual([PRODUCTION]);
      expect(await here.prompts.reader.readRevision(owner)).toBe(1);
    });

    it('is removed with the account, and cannot be set afterwards', async () => {
      const owner = await anOwner(here);
      await protect(here, owner, PRODUCTION);

      await here.accounts.remove(owner);

      expect(await there.prompts.protection.read(owner)).toEqual([]);
      for (const labels of [[], [PRODUCTION]]) {
        const change = changeProtection([], labels);
        const replacement = { owner, change, by: through('dashboard'), at: noon() } as const;
        expect(await there.prompts.protection.replace(replacement)).toEqual({ kind: 'stale' });
      }
      expect(await there.prompts.protection.read(owner)).toEqual([]);
    });

    it('lets exactly one of twenty concurrent replacements of the same list win', async () => {
      const owner = await anOwner(here);

      const outcomes = await contendOnBoth(TWENTY, ({ prompts }, index) => {
        const change = changeProtection([], [`label-${index}` as Label]);
        return prompts.protection.replace({ owner, change, by: through('dashboard'), at: noon() });
      });

      expect(outcomes.filter((outcome) => outcome?.kind === 'replaced')).toHaveLength(1);
      expect(await here.prompts.protection.read(owner)).toHaveLength(1);
      expect(await here.prompts.reader.readRevision(owner)).toBe(1);
    });
  });
}
