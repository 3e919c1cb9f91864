import { describe, expect, it } from 'vitest';
import type { ProtectionReplacement } from '../../../../src/application/ports/prompts/protected-labels.ts';
import type { AccountId } from '../../../../src/domain/accounts/account.ts';
import type { Label } from '../../../../src/domain/naming/label.ts';
import type { Prompt } from '../../../../src/domain/prompts/prompt.ts';
import { changeProtection } from '../../../../src/domain/prompts/protected-labels.ts';
import { LOCK_PERIODS_MAX, type ReleaseLock } from '../../../../src/domain/prompts/release.ts';
import { newestChanges } from '../../../support/builders/a-feed.ts';
import {
  aLock,
  anOrder,
  anOwner,
  aPrompt,
  aRelease,
  mustRevise,
  noon,
  PRODUCTION,
  protect,
  STAGING,
  stateOf,
} from '../../../support/builders/a-prompt.ts';
import { through } from '../../../support/builders/through.ts';
import type { CreateStorage } from '../../../support/storage/backends.ts';
import { connectForTest, twoInstances } from '../../two-instances.ts';

const by = through('dashboard');

/** One test per promise of ProtectedLabels and PendingLocks about locks. */
export function labelLocksContract(createStorage: CreateStorage): void {
  describe('ProtectedLabels, locks', () => {
    const { here, there } = twoInstances(createStorage);

    const replace = async (owner: AccountId, labels: readonly Label[], fields: Partial<ProtectionReplacement>) => {
      const change = changeProtection(await here.prompts.protection.read(owner), labels);
      return here.prompts.protection.replace({ owner, change, by, at: noon(9000), ...fields });
    };
    const read = async ({ owner, id }: Pick<Prompt, 'owner' | 'id'>, label = PRODUCTION) => {
      const [move] = await there.prompts.reader.listMoves(owner, id, label, { limit: 1 });
      const reading = await there.prompts.reader.read(owner, { by: 'id', id }, { by: 'label', label });
      return { lock: reading?.lock, fingerprint: move?.fingerprint, locks: move?.locks };
    };
    const period = (lock: ReleaseLock | null, at = 9000) => ({ since: noon(at), lock });
    const labels = [anOrder(PRODUCTION, 1), anOrder(STAGING, 1)];

    it('sets the locks of all labels in one write, and keeps them with their newest moves', async () => {
      const owner = await anOwner(here);
      const { fingerprint } = aRelease();
      const [one, other] = [await aPrompt(here, owner, { labels }), await aPrompt(here, owner)];
      const order = { ...anOrder(PRODUCTION, 1), release: { fingerprint, lock: undefined } };
      await mustRevise(here, other, { labels: [order] });
      const [first, second, third] = [aLock(), aLock(), aLock()];
      const before = await stateOf(here, one);

      const locks = [
        { promptId: one.id, label: PRODUCTION, lock: first },
        { promptId: other.id, label: PRODUCTION, lock: second },
        { promptId: one.id, label: STAGING, lock: third },
      ];
      const accountRevision = before.accountRevision;
      expect(await replace(owner, [PRODUCTION, STAGING], { locks, accountRevision })).toEqual({ kind: 'replaced' });

      expect(await read(one)).toEqual({ lock: first, locks: [period(first)] });
      expect(await read(other)).toEqual({ lock: second, fingerprint, locks: [period(second)] });
      expect(await read(one, STAGING)).toEqual({ lock: third, locks: [period(third)] });
      const after = await stateOf(there, one);
      expect(after.prompt).toMatchObject({ revision: one.revision + 1, updatedAt: one.updatedAt, labels: one.labels });
      expect(after.prompt?.writeId).not.toBe(one.writeId);
      expect(after.accountRevision).toBe(accountRevision + 1);
      expect(await newestChanges(there, owner)).toMatchObject([
        { type: 'protection.changed', data: { added: [PRODUCTION, STAGING], removed: [] } },
      ]);
    });

    it('replaces and removes locks, also while the labels stay the same, and records each write', async () => {
      const owner = await anOwner(here);
      const [prompt, other] = [await aPrompt(here, owner, { labels }), await aPrompt(here, owner, { labels })];
      await protect(here, owner, PRODUCTION);
      const [first, second] = [aLock(), aLock()];
      const set = (lock: ReleaseLock | null, at: number, protectedLabels = [PRODUCTION]) =>
        replace(owner, protectedLabels, { locks: [{ promptId: prompt.id, label: PRODUCTION, lock }], at: noon(at) });

      for (const [index, lock] of [first, null, second].entries()) {
        expect(await set(lock, index)).toEqual({ kind: 'replaced' });
        expect((await read(prompt)).lock).toEqual(lock ?? undefined);
        const data = { labels: [PRODUCTION], added: [], removed: [], by: 'dashboard' };
        expect(await newestChanges(there, owner)).toEqual([{ type: 'protection.changed', at: noon(index), data }]);
      }
      await set(null, 3, []);
      const locks = [period(first, 0), period(null, 1), period(second, 2), period(null, 3)];
      expect(await read(prompt)).toEqual({ lock: undefined, locks });
      expect((await stateOf(there, other)).prompt).toEqual(other);
      expect((await stateOf(there, prompt)).prompt?.revision).toBe(prompt.revision + 4);
    });

    it('keeps the newest locks of a move, as many as allowed', async () => {
      const owner = await anOwner(here);
      const prompt = await aPrompt(here, owner, { labels });
      await protect(here, owner, PRODUCTION);
      const all = Array.from({ length: LOCK_PERIODS_MAX + 3 }, (_, at) => period(at % 3 === 1 ? null : aLock(), at));

      for (const { since, lock } of all) {
        await replace(owner, [PRODUCTION], { locks: [{ promptId: prompt.id, label: PRODUCTION, lock }], at: since });
      }

      expect(await read(prompt)).toEqual({ lock: all.at(-1)?.lock ?? undefined, locks: all.slice(-LOCK_PERIODS_MAX) });
    });

    it('ignores locks of labels that the prompt does not have, and does not lock labels that are not protected', async () => {
      const owner = await anOwner(here);
      const prompt = await aPrompt(here, owner, { labels: [anOrder(STAGING, 1), anOrder(PRODUCTION, 1)] });
      await mustRevise(here, prompt, { labels: [anOrder(PRODUCTION, null)] });
      const locks = [PRODUCTION, STAGING].map((label) => ({ promptId: prompt.id, label, lock: aLock() }));

      await replace(owner, [PRODUCTION], { locks });

      expect(await read(prompt)).toEqual({ lock: undefined, locks: undefined });
      expect((await read(prompt, STAGING)).lock).toBeUndefined();
    });

    it('is stale when the account is at another revision than the decision was based on, and changes nothing', async () => {
      const owner = await anOwner(here);
      const prompt = await aPrompt(here, owner, { labels });
      await protect(here, owner, STAGING);
      const before = await stateOf(here, prompt);
      const locks = [{ promptId: prompt.id, label: PRODUCTION, lock: aLock() }];

      for (const wanted of [[PRODUCTION], [STAGING]]) {
        for (const fields of [{ locks }, { locks: [] }]) {
          expect(await replace(owner, wanted, { ...fields, accountRevision: 1 })).toEqual({ kind: 'stale' });
        }
      }
      expect(await stateOf(there, prompt)).toEqual(before);
      expect(await there.prompts.protection.read(owner)).toEqual([STAGING]);
      expect(await replace(owner, [STAGING], { accountRevision: 2 })).toEqual({ kind: 'replaced' });
    });

    it('sets thousands of locks', async () => {
      const owner = await anOwner(here);
      const many = Array.from({ length: 2100 }, (_, index) => `label-${index}` as Label).sort();
      const prompt = await aPrompt(here, owner);
      // All in one write would exceed the time of a statement on an overloaded machine.
      const writes = Array.from({ length: 7 }, (_, index) => many.slice(300 * index, 300 * (index + 1)));
      for (const labels of writes) {
        await mustRevise(here, prompt, { labels: labels.map((label) => anOrder(label, 1)) });
      }
      const lock = aLock();

      const locks = many.map((label) => ({ promptId: prompt.id, label, lock }));
      expect(await replace(owner, many, { locks, accountRevision: 8 })).toEqual({ kind: 'replaced' });

      for (const label of [many[0], many[1000], many.at(-1)]) {
        expect(await read(prompt, label)).toEqual({ lock, locks: [period(lock)] });
      }
      expect((await stateOf(there, prompt)).prompt?.revision).toBe(9);
    });
  });

  describe('PendingLocks', () => {
    it('names the accounts whose protected labels a transfer wrote, until they are locked or removed', async () => {
      const source = await connectForTest(createStorage);
      const owners = [await anOwner(source), await anOwner(source), await anOwner(source)] as const;
      for (const owner of owners.slice(1)) await protect(source, owner, PRODUCTION);
      const { prompts, writer, accounts } = await connectForTest(createStorage);
      const pending = async (limit = 10) => (await prompts.pendingLocks.list(limit)).toSorted();
      expect([await source.prompts.pendingLocks.list(10), await pending()]).toEqual([[], []]);

      await writer.begin('elsewhere');
      let accountId: AccountId | undefined;
      for await (const record of source.reader.records()) {
        if (record.kind === 'account') accountId = record.id as AccountId;
        await writer.write({ accountId, records: [record], until: 1, retentionDays: 90 });
      }
      await writer.finish();

      expect(await pending()).toEqual(owners.slice(1).toSorted());
      expect(await pending(1)).toHaveLength(1);
      await prompts.pendingLocks.markLocked(owners[1]);
      expect(await pending()).toEqual([owners[2]]);
      await accounts.remove(owners[2]);
      expect(await pending()).toEqual([]);
    });
  });
}
