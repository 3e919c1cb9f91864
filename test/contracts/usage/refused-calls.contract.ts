import { describe, expect, it } from 'vitest';
import type { Account } from '../../../src/domain/accounts/account.ts';
import { callInterfaces } from '../../../src/domain/usage/caller.ts';
import type { CallerCollection } from '../../../src/domain/usage/caller-address.ts';
import type { ClientName } from '../../../src/domain/usage/client-name.ts';
import { REFUSED_CALLS_MAX, type RefusedCall, sortRefusedCalls } from '../../../src/domain/usage/refused-call.ts';
import { addAccount, anAccount } from '../../support/builders/an-account.ts';
import { aBatch, aPromptId, aRefusedCall } from '../../support/builders/some-usage.ts';
import type { CreateStorage } from '../../support/storage/backends.ts';
import { TWENTY, twoInstances } from '../two-instances.ts';
import { days, hours, NOON } from './usage-moments.ts';

/** One test per promise of the UsageLog port about refused calls. */
export function refusedCallsContract(createStorage: CreateStorage): void {
  describe('UsageLog', () => {
    const { here, there, onBoth } = twoInstances(createStorage);

    const anAddedAccount = () => addAccount(here);

    const apply = ({ id }: Account, ...refusedCalls: readonly RefusedCall[]) =>
      here.usage.apply(aBatch(id, { refusedCalls }));

    /** Newest first, on the other instance. */
    const stored = async ({ id }: Account): Promise<readonly RefusedCall[]> =>
      sortRefusedCalls(await there.usage.listRefusedCalls(id));

    const seconds = (count: number): Date => new Date(NOON.getTime() + count * 1000);

    it('lists no refused calls of an account without any, or without an account', async () => {
      expect(await stored(await anAddedAccount())).toEqual([]);
      expect(await stored(anAccount())).toEqual([]);
    });

    it('lists refused calls as they were recorded, and only to their account', async () => {
      const [account, neighbour] = [await anAddedAccount(), await anAddedAccount()];
      const calls = [
        aRefusedCall(new Date(NOON.getTime() + 7), {
          route: 'POST /api/prompts/{ref}/render',
          status: 422,
          code: 'variables_invalid',
          requestId: 'A-1_b.c',
          client: 'app@1.2/x:y+z_-.' as ClientName,
          address: '2001:db8::7',
          promptId: aPromptId(),
        }),
        aRefusedCall(NOON, { status: 503, code: undefined, client: undefined, address: undefined }),
        ...callInterfaces.map((via, index) => aRefusedCall(seconds(-1 - index), { via })),
      ];

      expect(await apply(account, ...calls)).toBe('applied');

      expect(await stored(account)).toEqual(calls);
      expect(await stored(neighbour)).toEqual([]);
    });

    it('stores the latest hundred, in whatever order batches arrive', async () => {
      const [account, neighbour] = [await anAddedAccount(), await anAddedAccount()];
      const calls = Array.from({ length: REFUSED_CALLS_MAX + 20 }, (_, index) => aRefusedCall(seconds(-index)));
      await apply(neighbour, aRefusedCall(days(-3)));

      await apply(account, ...calls.slice(50));
      expect(await stored(account)).toEqual(calls.slice(50));
      await apply(account, ...calls.slice(0, 50).toReversed());

      expect(await stored(account)).toEqual(calls.slice(0, REFUSED_CALLS_MAX));
      await apply(account, aRefusedCall(days(-1)));
      expect(await stored(account)).toEqual(calls.slice(0, REFUSED_CALLS_MAX));
      expect(await stored(neighbour)).toHaveLength(1);
    });

    it('stores all that happened at the same time, and evicts the same ones everywhere', async () => {
      const account = await anAddedAccount();
      const calls = sortRefusedCalls(Array.from({ length: REFUSED_CALLS_MAX + 1 }, () => aRefusedCall(NOON)));

      await apply(account, ...calls);

      expect(await stored(account)).toEqual(calls.slice(0, REFUSED_CALLS_MAX));
    });

    it('stores a batch once, however often and concurrently it is sent', async () => {
      const account = await anAddedAccount();
      const batch = aBatch(account.id, { refusedCalls: [aRefusedCall(NOON), aRefusedCall(NOON)] });

      const results = await onBoth(TWENTY, ({ usage }) => usage.apply(batch));

      expect(results.filter((result) => result === 'applied')).toHaveLength(1);
      expect(await stored(account)).toHaveLength(2);
    });

    it('applies twenty concurrent batches from two instances', async () => {
      const account = await anAddedAccount();
      const batches = Array.from({ length: 20 }, (_, batch) =>
        Array.from({ length: 10 }, (__, index) => aRefusedCall(seconds(batch * 10 + index))),
      );

      const results = await onBoth(batches, ({ usage }, refusedCalls) =>
        usage.apply(aBatch(account.id, { refusedCalls })),
      );

      expect(results).toEqual(Array(20).fill('applied'));
      expect(await stored(account)).toEqual(sortRefusedCalls(batches.flat()).slice(0, REFUSED_CALLS_MAX));
    });

    it('deletes only refused calls that are older than the retention', async () => {
      const account = await anAddedAccount();
      const retentionDays = 5;
      const [old, recent] = [aRefusedCall(days(-9)), aRefusedCall(hours(-1))];
      await here.usage.apply(aBatch(account.id, { refusedCalls: [old, recent], retentionDays }));

      const before = days(-retentionDays);
      const cutoffs = { hours: before, callers: before, sequences: before };
      await Promise.all([here, there].map(({ usage }) => usage.deleteBefore(cutoffs)));

      expect(await stored(account)).toEqual([recent]);
    });

    it.each<[CallerCollection, readonly (string | undefined)[], string | undefined]>([
      ['full', ['10.0.0.7', undefined, undefined], 'ci-runner'],
      ['masked', [undefined, '10.0.0.0/24', undefined], 'ci-runner'],
      ['off', [undefined, undefined, undefined], undefined],
    ])('deletes only what would not be stored of callers if `usage.callers` is %s', async (collection, shown, name) => {
      const accounts = [await anAddedAccount(), await anAddedAccount()];
      const addresses = ['10.0.0.7', '10.0.0.0/24', undefined];
      const calls = addresses.map((address, index) => aRefusedCall(seconds(-index), { address }));
      for (const account of accounts) await apply(account, ...calls);

      await Promise.all([here, there].map(({ usage }) => usage.deleteCallersExcept(collection)));

      const expected = calls.map((call, index) => ({ ...call, client: name, address: shown[index] }));
      for (const account of accounts) expect(await stored(account)).toEqual(expected);
    });

    it('deletes refused calls with their account, even if it is added again', async () => {
      const account = await anAddedAccount();
      await apply(account, aRefusedCall(NOON));

      await here.accounts.remove(account.id);
      expect(await stored(account)).toEqual([]);
      await here.accounts.add(account);

      expect(await stored(account)).toEqual([]);
    });

    it('stores no refused calls of a missing account', async () => {
      const stranger = anAccount();

      expect(await apply(stranger, aRefusedCall(NOON))).toBe('no-account');

      expect(await stored(stranger)).toEqual([]);
    });
  });
}
