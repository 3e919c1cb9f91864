import { describe, expect, it } from 'vitest';
import { type Account, type AccountIdentity, newAccountId } from '../../../src/domain/accounts/account.ts';
import { KeyRotation, rotationRecordsMax } from '../../../src/domain/accounts/key-rotation.ts';
import { aCreation } from '../../support/builders/a-prompt.ts';
import { addAccount, anAccount, aRotation, aStoredKey } from '../../support/builders/an-account.ts';
import { longTimeout } from '../../support/property-runs.ts';
import type { CreateStorage } from '../../support/storage/backends.ts';
import { twoInstances } from '../two-instances.ts';

const identityOf = ({ id, email, name }: Account): AccountIdentity => ({ id, email, name });

/** One test per promise of the KeyStorage port. */
export function keyStorageContract(createStorage: CreateStorage): void {
  describe('KeyStorage', () => {
    const { here, there, onBoth } = twoInstances(createStorage);

    const anAddedAccount = () => addAccount(here);

    it('finds the owner of a key, on every instance', async () => {
      const account = await anAddedAccount();

      expect(await here.keys.findByDigest(account.key.digest)).toEqual(identityOf(account));
      expect(await there.keys.findByDigest(account.key.digest)).toEqual(identityOf(account));
    });

    it('finds no account for an unknown digest', async () => {
      expect(await here.keys.findByDigest(aStoredKey().digest)).toBeUndefined();
      expect(await here.keys.findWithRevision(aStoredKey().digest)).toBeUndefined();
    });

    it('finds the revision and the state of the prompts with the owner, on every instance as soon as it changes', async () => {
      const account = await anAddedAccount();
      for (let promptsRevision = 0; promptsRevision < 3; promptsRevision += 1) {
        for (const { keys, prompts } of [here, there]) {
          const found = await keys.findWithRevision(account.key.digest);
          const promptsState = await prompts.reader.readState(account.id);
          expect(found).toEqual({ id: account.id, promptsRevision, promptsState });
          expect(await prompts.reader.readRevision(account.id)).toBe(promptsRevision);
        }
        await here.prompts.writer.create(aCreation(account.id));
      }
    });

    it('finds each key at its account, one after the other', async () => {
      const [account, another] = [await anAddedAccount(), await anAddedAccount()];
      const { keys } = here;

      for (const { key, id, email, name } of [account, another, account]) {
        expect(await keys.findByDigest(key.digest)).toEqual({ id, email, name });
        expect(await keys.findWithRevision(key.digest)).toMatchObject({ id, promptsRevision: 0 });
      }
    });

    it('accepts only the issued key on every instance as soon as a rotation is applied', async () => {
      const account = await anAddedAccount();
      const rotation = aRotation(account);
      // A backend may note which account the key belongs to.
      for (const { keys } of [here, there]) await keys.findWithRevision(rotation.retired);

      expect(await here.keys.apply(rotation)).toBe('applied');

      for (const { keys } of [here, there]) {
        expect(await keys.findByDigest(rotation.retired)).toBeUndefined();
        expect(await keys.findWithRevision(rotation.retired)).toBeUndefined();
        expect(await keys.findByDigest(rotation.issued.digest)).toEqual(identityOf(account));
      }
      expect(await there.accounts.find(account.id)).toEqual(account.withKey(rotation.issued));
    });

    it('changes nothing when the rotation was superseded', async () => {
      const account = await anAddedAccount();
      const winner = aRotation(account);
      const loser = aRotation(account);
      await here.keys.apply(winner);

      expect(await there.keys.apply(loser)).toBe('superseded');

      expect(await here.keys.findByDigest(loser.issued.digest)).toBeUndefined();
      expect(await here.accounts.find(account.id)).toEqual(account.withKey(winner.issued));
      expect(await here.keys.rotations(account.id, { limit: 10 })).toHaveLength(1);
    });

    it('applies exactly one of twenty concurrent rotations', async () => {
      const account = await anAddedAccount();
      const rotations = Array.from({ length: 20 }, () => aRotation(account));

      const results = await onBoth(rotations, ({ keys }, rotation) => keys.apply(rotation));

      expect(results.filter((result) => result === 'applied')).toHaveLength(1);
      const winner = rotations[results.indexOf('applied')];
      expect(await here.accounts.find(account.id)).toMatchObject({ key: winner?.issued });
      const found = await Promise.all(rotations.map(({ issued }) => there.keys.findByDigest(issued.digest)));
      expect(found.filter((owner) => owner !== undefined)).toHaveLength(1);
    });

    it('changes no key of an account that does not exist, and creates none', async () => {
      const stranger = anAccount();
      const rotation = aRotation(stranger);

      expect(await here.keys.apply(rotation)).toBe('superseded');
      expect(await here.keys.reseal(stranger.id, stranger.key, aStoredKey().sealed)).toBe('superseded');
      expect(await here.keys.findByDigest(rotation.issued.digest)).toBeUndefined();
      expect(await here.accounts.find(stranger.id)).toBeUndefined();
    });

    it('does not change other accounts', async () => {
      const account = await anAddedAccount();
      const neighbour = await anAddedAccount();

      await here.keys.apply(aRotation(account));

      expect(await here.accounts.find(neighbour.id)).toEqual(neighbour);
      expect(await here.keys.findByDigest(neighbour.key.digest)).toEqual(identityOf(neighbour));
      expect(await here.keys.rotations(neighbour.id, { limit: 10 })).toEqual([]);
    });

    it('reports afterwards whether a rotation was applied, even if another one followed', async () => {
      const account = await anAddedAccount();
      const winner = aRotation(account);
      const loser = aRotation(account);
      await here.keys.apply(winner);
      await here.keys.apply(loser);

      expect(await there.keys.wasApplied(winner)).toBe(true);
      expect(await there.keys.wasApplied(loser)).toBe(false);
      await here.keys.apply(aRotation(account.withKey(winner.issued)));
      expect(await there.keys.wasApplied(winner)).toBe(true);
    });

    it('reseals a key without changing anything else', async () => {
      const account = await anAddedAccount();
      const { sealed } = aStoredKey();

      expect(await here.keys.reseal(account.id, account.key, sealed)).toBe('resealed');

      expect(await there.accounts.find(account.id)).toEqual(account.withKey({ ...account.key, sealed }));
      expect(await there.keys.findByDigest(account.key.digest)).toEqual(identityOf(account));
      expect(await there.keys.rotations(account.id, { limit: 10 })).toEqual([]);
    });

    it('does not reseal a key that was rotated or resealed in the meantime', async () => {
      const account = await anAddedAccount();
      const rotation = aRotation(account);
      await there.keys.apply(rotation);
      const other = await anAddedAccount();
      const resealed = { ...other.key, sealed: aStoredKey().sealed };
      await there.keys.reseal(other.id, other.key, resealed.sealed);

      expect(await here.keys.reseal(account.id, account.key, aStoredKey().sealed)).toBe('superseded');
      expect(await here.keys.reseal(other.id, other.key, aStoredKey().sealed)).toBe('superseded');

      expect(await here.accounts.find(account.id)).toEqual(account.withKey(rotation.issued));
      expect(await here.accounts.find(other.id)).toEqual(other.withKey(resealed));
    });

    it('lets a rotation win over resealing, whichever comes first', async () => {
      for (let round = 0; round < 10; round += 1) {
        const account = await anAddedAccount();
        const rotation = aRotation(account);

        const [applied] = await Promise.all([
          here.keys.apply(rotation),
          there.keys.reseal(account.id, account.key, aStoredKey().sealed),
        ]);

        expect(applied).toBe('applied');
        expect(await here.accounts.find(account.id)).toEqual(account.withKey(rotation.issued));
      }
    });

    it('lists rotations newest first, in pages, with time, channel and address', async () => {
      const account = await anAddedAccount();
      const issued = [aStoredKey(), aStoredKey(), aStoredKey()] as const;
      const { id } = account;
      const { keys } = here;
      await keys.apply(KeyRotation.of(id, account.key.digest, issued[0], { by: 'api', address: '192.0.2.1' }));
      await keys.apply(KeyRotation.of(id, issued[0].digest, issued[1], { by: 'cli', address: null }));
      await keys.apply(KeyRotation.of(id, issued[1].digest, issued[2], { by: 'dashboard', address: '2001:db8::1' }));

      const page = await there.keys.rotations(id, { limit: 2 });
      const rest = await there.keys.rotations(id, { before: page[1]?.number, limit: 2 });

      expect(page).toEqual([
        { number: 3, at: issued[2].issuedAt, by: 'dashboard', address: '2001:db8::1' },
        { number: 2, at: issued[1].issuedAt, by: 'cli', address: null },
      ]);
      expect(rest).toEqual([{ number: 1, at: issued[0].issuedAt, by: 'api', address: '192.0.2.1' }]);
    });

    it('lists no rotations of an account without any', async () => {
      const id = newAccountId(new Date(), new Uint8Array(32));

      expect(await here.keys.rotations(id, { limit: 10 })).toEqual([]);
      expect(await here.keys.rotations(id, { before: 5, limit: 10 })).toEqual([]);
    });

    it('retains only the last thousand rotations of an account', longTimeout, async () => {
      let account = await anAddedAccount();
      for (let count = 0; count < rotationRecordsMax + 2; count += 1) {
        const rotation = aRotation(account);
        await here.keys.apply(rotation);
        account = account.withKey(rotation.issued);
      }

      const listed = await here.keys.rotations(account.id, { limit: rotationRecordsMax + 10 });

      expect(listed).toHaveLength(rotationRecordsMax);
      expect(listed[0]?.number).toBe(rotationRecordsMax + 2);
      expect(listed.at(-1)?.number).toBe(3);
    });
  });
}
