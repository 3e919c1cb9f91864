import { describe, expect, it } from 'vitest';
import type { StoredCaller } from '../../../src/application/ports/usage-log.ts';
import type { Account } from '../../../src/domain/accounts/account.ts';
import type { Label } from '../../../src/domain/naming/label.ts';
import {
  CALLERS_MAX,
  type Caller,
  callInterfaces,
  LABEL_READS_MAX,
  newestLabelReads,
  sortCallers,
} from '../../../src/domain/usage/caller.ts';
import type { CallerCollection } from '../../../src/domain/usage/caller-address.ts';
import { addAccount, anAccount, aRotation, aStoredKey } from '../../support/builders/an-account.ts';
import { aBatch, aCaller, aLabelRead, aPromptId } from '../../support/builders/some-usage.ts';
import type { CreateStorage } from '../../support/storage/backends.ts';
import { TWENTY, twoInstances } from '../two-instances.ts';
import { days, hours, NOON } from './usage-moments.ts';

const STAGING = 'staging' as Label;

/** One test per promise of the UsageLog port about callers. */
export function callersContract(createStorage: CreateStorage): void {
  describe('UsageLog', () => {
    const { here, there, onBoth } = twoInstances(createStorage);

    const anAddedAccount = (issuedAt = days(-20)) => addAccount(here, { key: { ...aStoredKey(), issuedAt } });

    const apply = ({ id }: Account, ...callers: readonly Caller[]) => here.usage.apply(aBatch(id, { callers }));

    /** In a fixed order, on the other instance. */
    async function stored({ id }: Account): Promise<readonly StoredCaller[]> {
      const callers = await there.usage.listCallers(id);
      return sortCallers(callers).map((caller) => ({ ...caller, labels: newestLabelReads(caller.labels) }));
    }

    const names = async (account: Account) => (await stored(account)).map(({ name }) => name);

    describe('lists', () => {
      it('no callers of an account without calls, or without an account', async () => {
        expect(await stored(await anAddedAccount())).toEqual([]);
        expect(await stored(anAccount())).toEqual([]);
      });

      it('a caller as it was counted, to the millisecond', async () => {
        const account = await anAddedAccount();
        const caller = aCaller(new Date(NOON.getTime() + 7), {
          name: 'app@1.2/x:y+z_-.',
          address: '2001:db8::7',
          interfaces: ['langfuse', 'mcp'],
          firstSeen: new Date(NOON.getTime() + 1),
          calls: 3,
          labels: [
            aLabelRead(new Date(NOON.getTime() + 3), { version: 12 }),
            aLabelRead(new Date(NOON.getTime() + 2), { promptId: undefined, version: undefined, label: STAGING }),
          ],
          labelsEvicted: true,
        });

        expect(await apply(account, caller)).toBe('applied');

        expect(await stored(account)).toEqual([{ ...caller, usedCurrentKey: true }]);
      });

      it('all interfaces', async () => {
        const account = await anAddedAccount();

        for (const each of callInterfaces.toReversed()) await apply(account, aCaller(NOON, { interfaces: [each] }));

        expect(await stored(account)).toMatchObject([{ interfaces: callInterfaces, calls: callInterfaces.length }]);
      });

      it('only callers of the account', async () => {
        const [account, neighbour] = [await anAddedAccount(), await anAddedAccount()];

        await apply(account, aCaller(NOON, { labels: [aLabelRead(NOON)] }));

        expect(await stored(neighbour)).toEqual([]);
      });

      it('whether a caller used the key that the account has now', async () => {
        const account = await anAddedAccount(hours(-2));
        const rotation = aRotation(account);
        const issuedAt = rotation.issued.issuedAt.getTime();
        await apply(
          account,
          aCaller(hours(-2), { name: 'before' }),
          aCaller(new Date(issuedAt), { name: 'rotating' }),
          aCaller(new Date(issuedAt + 1), { name: 'after' }),
        );
        const used = async () =>
          Object.fromEntries((await stored(account)).map(({ name, usedCurrentKey }) => [name, usedCurrentKey]));
        expect(await used()).toEqual({ before: false, rotating: true, after: true });

        await here.keys.apply(rotation);

        expect(await used()).toEqual({ before: false, rotating: false, after: true });
      });
    });

    describe('adds up', () => {
      it('the calls of a caller, from its first to its last, on every instance and in any order', async () => {
        const account = await anAddedAccount();
        const promptId = aPromptId();
        const served = (at: Date, version: number) => [aLabelRead(at, { promptId, version })];
        const batches = [
          aCaller(hours(1), { firstSeen: hours(0), calls: 2, labels: served(hours(1), 2) }),
          aCaller(hours(9), { firstSeen: hours(8), calls: 5, labels: served(hours(9), 3) }),
          aCaller(hours(-3), { firstSeen: hours(-4), calls: 1, labels: served(hours(-3), 1) }),
        ];

        for (const [index, caller] of batches.entries()) {
          const { usage } = index % 2 ? there : here;
          await usage.apply(aBatch(account.id, { callers: [caller] }));
        }

        expect(await stored(account)).toEqual([
          {
            ...aCaller(hours(9), { firstSeen: hours(-4), calls: 8, labels: served(hours(9), 3) }),
            usedCurrentKey: true,
          },
        ]);
      });

      it('a batch once, however often and concurrently it is sent', async () => {
        const account = await anAddedAccount();
        const batch = aBatch(account.id, { callers: [aCaller(NOON, { calls: 3, labels: [aLabelRead(NOON)] })] });

        const results = await onBoth(TWENTY, ({ usage }) => usage.apply(batch));

        expect(results.filter((result) => result === 'applied')).toHaveLength(1);
        expect(await stored(account)).toMatchObject([{ calls: 3, labels: [{ version: 1 }] }]);
      });

      it('twenty concurrent batches from two instances, in any order', async () => {
        const account = await anAddedAccount();
        const reads = Array.from({ length: 5 }, () => aLabelRead(NOON));
        const callers = Array.from({ length: 5 }, (_, index) => aCaller(NOON, { name: `app-${index}`, labels: reads }));

        const results = await onBoth(TWENTY, ({ usage }, index) =>
          usage.apply(aBatch(account.id, { callers: index % 2 ? callers : callers.toReversed() })),
        );

        expect(results).toEqual(Array(20).fill('applied'));
        expect((await stored(account)).map(({ calls, labels }) => [calls, labels.length])).toEqual(
          Array(5).fill([20, 5]),
        );
      });

      it('calls from different addresses separately', async () => {
        const account = await anAddedAccount();

        await apply(account, aCaller(NOON, { address: '10.0.0.1' }), aCaller(hours(-1), { address: '10.0.0.2' }));
        await apply(account, aCaller(NOON, { address: '10.0.0.1' }));

        expect((await stored(account)).map(({ address, calls }) => [address, calls])).toEqual([
          ['10.0.0.1', 2],
          ['10.0.0.2', 1],
        ]);
      });
    });

    describe('stores the newest', () => {
      it('version per prompt and label, and of two at the same time the one applied last', async () => {
        const account = await anAddedAccount();
        const [one, other] = [aPromptId(), aPromptId()];
        const read = (at: Date, version: number, fields = {}) => aLabelRead(at, { promptId: one, version, ...fields });
        const list = (at: Date) => read(at, 1, { promptId: undefined, version: undefined });
        await apply(
          account,
          aCaller(hours(2), { labels: [read(hours(2), 5), read(hours(1), 1, { promptId: other })] }),
        );
        await apply(account, aCaller(hours(2), { labels: [read(hours(1), 4), read(hours(0), 2, { label: STAGING })] }));
        await apply(account, aCaller(hours(2), { labels: [read(hours(1), 2, { promptId: other }), list(hours(-1))] }));

        expect((await stored(account))[0]).toMatchObject({
          labels: [
            read(hours(2), 5),
            read(hours(1), 2, { promptId: other }),
            read(hours(0), 2, { label: STAGING }),
            list(hours(-1)),
          ],
          labelsEvicted: false,
        });
      });

      it('twenty label reads of a caller, and shows that there were others', async () => {
        const account = await anAddedAccount();
        const minutes = (count: number) => new Date(NOON.getTime() + count * 60_000);
        const reads = Array.from({ length: LABEL_READS_MAX + 1 }, (_, index) => aLabelRead(minutes(index)));
        const [oldest, ...others] = reads;
        const neighbour = aCaller(hours(-1), { name: 'neighbour', labels: [aLabelRead(hours(-9))] });
        await apply(account, neighbour, aCaller(NOON, { labels: others }));
        expect(await stored(account)).toMatchObject([{ labelsEvicted: false }, { labelsEvicted: false }]);

        await apply(account, aCaller(NOON, { labels: oldest ? [oldest] : [] }));

        const [caller, unchanged] = await stored(account);
        expect(caller).toMatchObject({ labels: others.toReversed(), labelsEvicted: true });
        expect(unchanged).toEqual({ ...neighbour, usedCurrentKey: true });

        // Reading the oldest one again evicts the least recent of the others.
        const again = aLabelRead(hours(3), { promptId: oldest?.promptId, version: 2 });
        await apply(account, aCaller(NOON, { labels: [again] }));
        expect((await stored(account))[0]?.labels).toEqual([again, ...others.slice(1).toReversed()]);
      });

      it('hundred callers of an account, with their label reads', async () => {
        const [account, neighbour] = [await anAddedAccount(), await anAddedAccount()];
        const seconds = (count: number) => new Date(NOON.getTime() + count * 1000);
        const callers = Array.from({ length: CALLERS_MAX + 1 }, (_, index) =>
          aCaller(seconds(index), { name: `app-${index}`, labels: [aLabelRead(seconds(index))] }),
        );
        await apply(neighbour, aCaller(days(-3)));
        await apply(account, ...callers.slice(0, CALLERS_MAX));
        expect(await stored(account)).toHaveLength(CALLERS_MAX);

        await apply(account, ...callers.slice(CALLERS_MAX));

        const recent = callers.slice(1).toReversed();
        expect(await stored(account)).toEqual(recent.map((caller) => ({ ...caller, usedCurrentKey: true })));
        expect(await stored(neighbour)).toHaveLength(1);
        // A caller that was evicted begins again from nothing.
        await apply(account, aCaller(hours(2), { name: 'app-0' }));
        expect((await stored(account))[0]).toMatchObject({ name: 'app-0', calls: 1, labels: [] });
      });
    });

    describe('deletes', () => {
      const retentionDays = 5;
      const before = days(-retentionDays);
      const cutoffs = { hours: before, callers: before, sequences: before };

      it('only callers that were not seen during the retention', async () => {
        const account = await anAddedAccount();
        const callers = [
          aCaller(days(-9), { name: 'old', labels: [aLabelRead(days(-9))] }),
          aCaller(hours(-1), { name: 'recent', firstSeen: days(-9), labels: [aLabelRead(days(-9))] }),
        ];
        await here.usage.apply(aBatch(account.id, { callers, retentionDays }));

        await Promise.all([here.usage.deleteBefore(cutoffs), there.usage.deleteBefore(cutoffs)]);

        expect(await stored(account)).toMatchObject([{ name: 'recent', labels: [{ version: 1 }] }]);
      });

      it.each<[CallerCollection, readonly string[]]>([
        ['full', ['10.0.0.7', '::1', 'other']],
        ['masked', ['10.0.0.0/24', '2001:db8::/48', 'other']],
        ['off', []],
      ])('callers of all accounts that would not be stored if `usage.callers` is %s', async (collection, expected) => {
        const accounts = [await anAddedAccount(), await anAddedAccount()];
        for (const account of accounts) {
          const addresses = ['10.0.0.7', '::1', '10.0.0.0/24', '2001:db8::/48'];
          const callers = addresses.map((address) => aCaller(NOON, { name: address, address }));
          await apply(account, ...callers, aCaller(NOON, { name: 'other', address: '' }));
        }

        await Promise.all([here, there].map(({ usage }) => usage.deleteCallersExcept(collection)));

        for (const account of accounts) expect((await names(account)).toSorted()).toEqual(expected);
      });

      it('callers with their account, even if it is added again', async () => {
        const account = await anAddedAccount();
        await apply(account, aCaller(NOON, { labels: [aLabelRead(NOON)] }));

        await here.accounts.remove(account.id);
        expect(await stored(account)).toEqual([]);
        await here.accounts.add(account);

        expect(await stored(account)).toEqual([]);
        await apply(account, aCaller(NOON));
        expect(await stored(account)).toMatchObject([{ calls: 1, labels: [] }]);
      });
    });

    it('stores no callers of a missing account', async () => {
      const stranger = anAccount();

      expect(await apply(stranger, aCaller(NOON))).toBe('no-account');

      expect(await stored(stranger)).toEqual([]);
    });
  });
}
