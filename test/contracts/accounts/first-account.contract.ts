import { describe, expect, it } from 'vitest';
import type { Account } from '../../../src/domain/accounts/account.ts';
import { anAccount, anEmail } from '../../support/builders/an-account.ts';
import type { CreateStorage, StoragePorts } from '../../support/storage/backends.ts';
import { twoInstances } from '../two-instances.ts';

const many = (count: number, make: () => Account): Account[] => Array.from({ length: count }, make);

const idsIn = async ({ accounts }: StoragePorts): Promise<string[]> =>
  (await Array.fromAsync(accounts.all())).map(({ id }) => id);

/** The promises of the AccountRepository port about the first account. Each needs a storage that never had one. */
export function firstAccountContract(createStorage: CreateStorage): void {
  describe('AccountRepository, empty', () => {
    const { here, there } = twoInstances(createStorage);

    it('records permanently that there has been an account', async () => {
      const account = anAccount();
      expect(await here.accounts.everHeldAccount()).toBe(false);

      await here.accounts.add(account);
      expect(await there.accounts.everHeldAccount()).toBe(true);

      await here.accounts.remove(account.id);
      expect(await there.accounts.everHeldAccount()).toBe(true);
    });

    it('adds no first account afterwards', async () => {
      const late = anAccount();

      expect(await there.accounts.addFirst(late)).toBe('not-first');
      expect(await here.accounts.find(late.id)).toBeUndefined();
    });
  });

  describe('AccountRepository, with a first account', () => {
    const { here, there } = twoInstances(createStorage);

    it('adds it like any other, but no second one', async () => {
      const account = anAccount();
      const second = anAccount();

      expect(await here.accounts.addFirst(account)).toBe('added');
      expect(await there.accounts.addFirst(second)).toBe('not-first');

      expect(await there.accounts.everHeldAccount()).toBe(true);
      expect(await there.accounts.findByEmail(account.email)).toEqual(account);
      expect(await there.keys.findByDigest(account.key.digest)).toMatchObject({ id: account.id });
      expect(await there.keys.findByDigest(second.key.digest)).toBeUndefined();
      expect(await idsIn(there)).toEqual([account.id]);
    });

    it('adds none after it was removed', async () => {
      const [first = ''] = await idsIn(here);
      await here.accounts.remove(first as Account['id']);

      expect(await there.accounts.addFirst(anAccount())).toBe('not-first');
      expect(await idsIn(here)).toEqual([]);
    });
  });

  describe.each([
    { emails: 'all different', make: () => many(20, () => anAccount()) },
    {
      emails: 'all equal',
      make: () => {
        const email = anEmail();
        return many(20, () => anAccount({ email }));
      },
    },
  ])('AccountRepository, with twenty concurrent first accounts, e-mails $emails', ({ make }) => {
    const { here, onBoth } = twoInstances(createStorage);

    it('adds exactly one, and nothing of the others', async () => {
      const candidates = make();

      const results = await onBoth(candidates, ({ accounts }, candidate) => accounts.addFirst(candidate));

      expect(results.filter((result) => result === 'added')).toHaveLength(1);
      const winner = candidates[results.indexOf('added')];
      expect(await Array.fromAsync(here.accounts.all())).toEqual([winner]);
      for (const { id, key } of candidates.filter((candidate) => candidate !== winner)) {
        expect(await here.accounts.find(id)).toBeUndefined();
        expect(await here.keys.findByDigest(key.digest)).toBeUndefined();
      }
    });
  });

  describe('AccountRepository, with concurrent first and other accounts', () => {
    const { here, there } = twoInstances(createStorage);

    it('adds all others, and a first one only if it was first', async () => {
      const firsts = many(10, () => anAccount());
      const others = many(10, () => anAccount());

      const [asFirst, asOther] = await Promise.all([
        Promise.all(firsts.map((account) => here.accounts.addFirst(account))),
        Promise.all(others.map((account) => there.accounts.add(account))),
      ]);

      expect(asOther).toEqual(others.map(() => 'added'));
      const added = firsts.filter((_, index) => asFirst[index] === 'added');
      expect(added.length).toBeLessThanOrEqual(1);
      expect((await idsIn(here)).sort()).toEqual([...added, ...others].map(({ id }) => id).sort());
    });
  });
}
