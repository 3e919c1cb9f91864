import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { KeyringHolder } from '../../../src/application/ports/keyring-register.ts';
import { waitUntil } from '../../support/servers/wait-until.ts';
import type { CreateStorage } from '../../support/storage/backends.ts';
import { twoInstances } from '../two-instances.ts';

const A_MINUTE_MS = 60_000;

const aKid = (): string => randomBytes(4).toString('hex');
const aHolder = (fields: Partial<KeyringHolder> = {}): KeyringHolder => ({
  id: `host/${aKid()}`,
  reads: ['k1', 'k2'],
  writes: ['k1'],
  ...fields,
});

/** One test per promise of the KeyringRegister port. */
export function keyringRegisterContract(createStorage: CreateStorage): void {
  describe('KeyringRegister', () => {
    const { here, there } = twoInstances(createStorage);

    it('is empty at first, and retains the first recorded value of each key', async () => {
      expect(await here.register.keys()).toEqual(new Map());

      const one = { check: 'one', standing: 'open' };
      expect(await here.register.record(new Map([['lookup', 'one']]))).toEqual(new Map([['lookup', one]]));

      const added = await there.register.record(
        new Map([
          ['lookup', 'other'],
          ['k2', 'two'],
        ]),
      );
      const both = new Map([
        ['lookup', one],
        ['k2', { check: 'two', standing: 'open' }],
      ]);
      expect(added).toEqual(both);
      expect(await here.register.keys()).toEqual(both);
    });

    it('lets one of two concurrent writers win, and returns its value to both', async () => {
      const [seenHere, seenThere] = await Promise.all([
        here.register.record(new Map([['raced', 'here']])),
        there.register.record(new Map([['raced', 'there']])),
      ]);

      expect(seenHere.get('raced')).toEqual(seenThere.get('raced'));
      expect(['here', 'there']).toContain(seenHere.get('raced')?.check);
    });

    it('changes the standing of a key on every instance and preserves its check value', async () => {
      const kid = aKid();
      await here.register.record(new Map([[kid, 'check']]));

      for (const [from, to] of [
        ['open', 'closed'],
        ['closed', 'open'],
        ['open', 'closed'],
        ['closed', 'retired'],
      ] as const) {
        expect(await here.register.change(kid, from, to)).toBe('changed');
        expect((await there.register.keys()).get(kid)).toEqual({ check: 'check', standing: to });
      }
    });

    it('changes nothing when the key has another standing or is unknown', async () => {
      const kid = aKid();
      await here.register.record(new Map([[kid, 'check']]));
      await here.register.change(kid, 'open', 'closed');

      expect(await here.register.change(kid, 'open', 'retired')).toBe('superseded');
      expect(await here.register.change(aKid(), 'open', 'closed')).toBe('superseded');

      expect((await here.register.keys()).get(kid)).toEqual({ check: 'check', standing: 'closed' });
    });

    it('applies exactly one of two conflicting changes', async () => {
      const kid = aKid();
      await here.register.record(new Map([[kid, 'check']]));
      await here.register.change(kid, 'open', 'closed');

      const results = await Promise.all([
        here.register.change(kid, 'closed', 'retired'),
        there.register.change(kid, 'closed', 'open'),
      ]);

      expect(results.toSorted()).toEqual(['changed', 'superseded']);
    });

    it('does not reopen a key that is recorded again', async () => {
      const kid = aKid();
      await here.register.record(new Map([[kid, 'check']]));
      await here.register.change(kid, 'open', 'retired');

      const known = await there.register.record(new Map([[kid, 'check']]));

      expect(known.get(kid)).toEqual({ check: 'check', standing: 'retired' });
    });

    describe('after a replacement of the keyring', () => {
      /** The lookup key is recorded by whichever of these tests runs first. */
      const currentLookup = async () =>
        (await here.register.record(new Map([['lookup', 'first']]))).get('lookup')?.check ?? '';
      const toReplacement = (...keys: [string, string][]) => new Map([['lookup', `lookup-${aKid()}`], ...keys]);

      it('has the keys of the new one open and those of the former one lost, on every instance', async () => {
        const [opened, closed, retired, next] = [aKid(), aKid(), aKid(), aKid()];
        await here.register.record(new Map([opened, closed, retired].map((kid) => [kid, `check-of-${kid}`])));
        await here.register.change(closed, 'open', 'closed');
        await here.register.change(retired, 'open', 'retired');
        const replacement = toReplacement([next, 'new']);

        expect(await here.register.replace(await currentLookup(), replacement)).toBe('replaced');

        const known = await there.register.keys();
        expect(known.get('lookup')).toEqual({ check: replacement.get('lookup'), standing: 'open' });
        expect(known.get(next)).toEqual({ check: 'new', standing: 'open' });
        expect(known.get(opened)).toEqual({ check: `check-of-${opened}`, standing: 'lost' });
        expect(known.get(closed)).toEqual({ check: `check-of-${closed}`, standing: 'lost' });
        expect(known.get(retired)).toEqual({ check: `check-of-${retired}`, standing: 'retired' });
      });

      it('can go back to a keyring that was found again', async () => {
        const [found, next] = [aKid(), aKid()];
        const former = await currentLookup();
        await here.register.record(new Map([[found, 'found']]));
        const replacement = toReplacement([next, 'new']);
        await here.register.replace(former, replacement);

        const back = new Map([
          ['lookup', former],
          [found, 'found'],
        ]);
        expect(await there.register.replace(replacement.get('lookup') ?? '', back)).toBe('replaced');

        const known = await here.register.keys();
        expect(known.get('lookup')).toEqual({ check: former, standing: 'open' });
        expect(known.get(found)).toEqual({ check: 'found', standing: 'open' });
        expect(known.get(next)).toEqual({ check: 'new', standing: 'lost' });
      });

      it('changes nothing if the lookup key is not the given one', async () => {
        const kid = aKid();
        await currentLookup();
        await here.register.record(new Map([[kid, 'check']]));
        const before = await here.register.keys();

        expect(await here.register.replace('another', toReplacement([aKid(), 'new']))).toBe('superseded');

        expect(await here.register.keys()).toEqual(before);
      });

      it('has the keyring of exactly one of two concurrent replacements', async () => {
        const former = await currentLookup();
        const offers = [toReplacement([aKid(), 'here']), toReplacement([aKid(), 'there'])] as const;

        const results = await Promise.all([
          here.register.replace(former, offers[0]),
          there.register.replace(former, offers[1]),
        ]);

        expect(results.toSorted()).toEqual(['replaced', 'superseded']);
        const winner = offers[results.indexOf('replaced')];
        const known = await here.register.keys();
        for (const [kid, check] of winner ?? []) expect(known.get(kid)).toEqual({ check, standing: 'open' });
        expect(known.get('lookup')?.check).toBe(winner?.get('lookup'));
      });
    });

    it('lists every holder on every instance, with its latest announcement', async () => {
      const one = aHolder();
      const other = aHolder({ reads: ['k1'] });
      await here.register.announce(one, A_MINUTE_MS);
      await there.register.announce(other, A_MINUTE_MS);
      const later = { ...one, reads: ['k2'], writes: ['k2', 'k1'] };

      await here.register.announce(later, A_MINUTE_MS);

      for (const { register } of [here, there]) {
        const seen = (await register.holders()).filter(({ id }) => [one.id, other.id].includes(id));
        expect(seen.toSorted((a) => (a.id === one.id ? -1 : 1))).toEqual([later, other]);
      }
    });

    it('removes a holder that withdraws, and ignores unknown holders', async () => {
      const staying = aHolder();
      const leaving = aHolder();
      await here.register.announce(staying, A_MINUTE_MS);
      await here.register.announce(leaving, A_MINUTE_MS);

      await here.register.withdraw(leaving.id);
      await here.register.withdraw(aHolder().id);

      const ids = (await there.register.holders()).map(({ id }) => id);
      expect(ids).toContain(staying.id);
      expect(ids).not.toContain(leaving.id);
    });

    it('removes a holder whose registration expires, unless it is renewed', async () => {
      const holder = aHolder();
      const isHeld = async () => (await there.register.holders()).some(({ id }) => id === holder.id);

      await here.register.announce(holder, 1);
      await waitUntil(async () => !(await isHeld()), { what: 'its time is over', timeoutMs: 20_000 });

      await here.register.announce(holder, A_MINUTE_MS);
      expect(await isHeld()).toBe(true);
    });
  });
}
