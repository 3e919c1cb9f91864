import { describe, expect, it } from 'vitest';
import type { DisplayName, PasswordHash } from '../../../src/domain/accounts/account.ts';
import { anAccount, anEmail } from '../../support/builders/an-account.ts';
import type { CreateStorage } from '../../support/storage/backends.ts';
import { twoInstances } from '../two-instances.ts';

const aHash = (text: string) => text as PasswordHash;

/** One test per promise of the AccountRepository port. */
export function accountRepositoryContract(createStorage: CreateStorage): void {
  describe('AccountRepository', () => {
    const { here, there, onBoth } = twoInstances(createStorage);

    it('returns an equal account, by id and by e-mail, on every instance', async () => {
      const account = anAccount();
      expect(await here.accounts.add(account)).toBe('added');

      for (const { accounts } of [here, there]) {
        expect(await accounts.find(account.id)).toEqual(account);
        expect(await accounts.findByEmail(account.email)).toEqual(account);
      }
    });

    it('finds nothing for an unknown id or e-mail', async () => {
      const stranger = anAccount();

      expect(await here.accounts.find(stranger.id)).toBeUndefined();
      expect(await here.accounts.findByEmail(stranger.email)).toBeUndefined();
    });

    it('rejects a second account with the same e-mail and leaves the first unchanged', async () => {
      const first = anAccount();
      const second = anAccount({ email: first.email });
      await here.accounts.add(first);

      expect(await there.accounts.add(second)).toBe('email-taken');
      expect(await here.accounts.findByEmail(first.email)).toEqual(first);
      expect(await here.accounts.find(second.id)).toBeUndefined();
      expect(await here.keys.findByDigest(second.key.digest)).toBeUndefined();
    });

    it('adds exactly one of twenty concurrent accounts with the same e-mail', async () => {
      const email = anEmail();
      const candidates = Array.from({ length: 20 }, () => anAccount({ email }));

      const results = await onBoth(candidates, ({ accounts }, candidate) => accounts.add(candidate));

      expect(results.filter((result) => result === 'added')).toHaveLength(1);
      expect(await here.accounts.findByEmail(email)).toEqual(candidates[results.indexOf('added')]);
    });

    it('lists every account once', async () => {
      const added = Array.from({ length: 30 }, () => anAccount());
      await Promise.all(added.map((account) => here.accounts.add(account)));

      const listed = await Array.fromAsync(there.accounts.all());

      const ids = listed.map(({ id }) => id);
      expect(new Set(ids).size).toBe(ids.length);
      for (const account of added) expect(listed.find(({ id }) => id === account.id)).toEqual(account);
    });

    describe.each([
      { method: 'rehashPassword', what: 'does not change the session epoch', raisedBy: 0 },
      { method: 'changePassword', what: 'increments the session epoch', raisedBy: 1 },
    ] as const)('$method', ({ method, what, raisedBy }) => {
      it(`replaces a password and ${what}`, async () => {
        const account = anAccount({ sessionEpoch: 6 });
        await here.accounts.add(account);

        const result = await here.accounts[method](account.id, account.passwordHash, aHash('new'));

        expect(result).toBe('replaced');
        const expected = { passwordHash: 'new', sessionEpoch: 6 + raisedBy };
        expect(await there.accounts.find(account.id)).toEqual({ ...account, ...expected });
      });

      it('does not replace a password that has changed in the meantime', async () => {
        const account = anAccount();
        await here.accounts.add(account);

        const result = await here.accounts[method](account.id, aHash('older'), aHash('new'));

        expect(result).toBe('superseded');
        expect(await here.accounts.find(account.id)).toEqual(account);
      });

      it('applies exactly one of twenty concurrent replacements of a password', async () => {
        const account = anAccount();
        await here.accounts.add(account);
        const chosen = Array.from({ length: 20 }, (_, index) => aHash(`new ${index}`));

        const results = await onBoth(chosen, ({ accounts }, hash) =>
          accounts[method](account.id, account.passwordHash, hash),
        );

        expect(results.filter((result) => result === 'replaced')).toHaveLength(1);
        const expected = { passwordHash: chosen[results.indexOf('replaced')], sessionEpoch: raisedBy };
        expect(await here.accounts.find(account.id)).toEqual({ ...account, ...expected });
      });

      it('replaces no password of an account that does not exist, and creates none', async () => {
        const stranger = anAccount();

        const result = await here.accounts[method](stranger.id, stranger.passwordHash, aHash('new'));

        expect(result).toBe('superseded');
        expect(await here.accounts.find(stranger.id)).toBeUndefined();
      });
    });

    it('renames an account, and every instance returns the new name for its key too', async () => {
      const account = anAccount();
      const name = 'Grace Hopper ⚓' as DisplayName;
      await here.accounts.add(account);

      expect(await here.accounts.rename(account.id, name)).toBe('renamed');

      expect(await there.accounts.find(account.id)).toEqual(account.withName(name));
      expect(await there.keys.findByDigest(account.key.digest)).toMatchObject({ name });
    });

    it('renames no account that does not exist, and creates none', async () => {
      const stranger = anAccount();

      expect(await here.accounts.rename(stranger.id, stranger.name)).toBe('not-found');
      expect(await here.accounts.find(stranger.id)).toBeUndefined();
    });

    it('removes an account with its key, e-mail and rotations', async () => {
      const account = anAccount();
      await here.accounts.add(account);

      expect(await here.accounts.remove(account.id)).toBe('removed');

      expect(await there.accounts.find(account.id)).toBeUndefined();
      expect(await there.accounts.findByEmail(account.email)).toBeUndefined();
      expect(await there.keys.findByDigest(account.key.digest)).toBeUndefined();
      expect(await there.keys.rotations(account.id, { limit: 10 })).toEqual([]);
      expect(await there.accounts.add(anAccount({ email: account.email }))).toBe('added');
    });

    it('returns not-found when there is nothing to remove, and removes no other account', async () => {
      const neighbour = anAccount();
      await here.accounts.add(neighbour);

      expect(await here.accounts.remove(anAccount().id)).toBe('not-found');
      expect(await here.accounts.find(neighbour.id)).toEqual(neighbour);
    });
  });
}
