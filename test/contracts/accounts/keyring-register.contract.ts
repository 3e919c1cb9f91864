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
    const instances = twoInstances(createStorage);

    it('is empty at first, and retains the first recorded value of each key', async () => {
      const { here, there } = instances;
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
      const { here, there } = instances;

      const [seenHere, seenThere] = await Promise.all([
        here.register.record(new Map([['raced', 'here']])),
        there.register.record(new Map([['raced', 'there']])),
      ]);

      expect(seenHere.get('raced')).toEqual(seenThere.get('raced'));
      expect(['here', 'there']).toContain(seenHere.get('raced')?.check);
    });

    it('changes the standing of a key on every instance and preserves its check value', async () => {
      const { here, there } = instances;
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
      const { here } = instances;
      const kid = aKid();
      await here.register.record(new Map([[kid, 'check']]));
      await here.register.change(kid, 'open', 'closed');

      expect(await here.register.change(kid, 'open', 'retired')).toBe('superseded');
      expect(await here.register.change(aKid(), 'open', 'closed')).toBe('superseded');

      expect((await here.register.keys()).get(kid)).toEqual({ check: 'check', standing: 'closed' });
    });

    it('applies exactly one of two conflicting changes', async () => {
      const { here, there } = instances;
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
      const { here, there } = instances;
      const kid = aKid();
      await here.register.record(new Map([[kid, 'check']]));
      await here.register.change(kid, 'open', 'retired');

      const known = await there.register.record(new Map([[kid, 'check']]));

      expect(known.get(kid)).toEqual({ check: 'check', standing: 'retired' });
    });

    it('lists every holder on every instance, with its latest announcement', async () => {
      const { here, there } = instances;
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
      const { here, there } = instances;
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
      const { here, there } = instances;
      const holder = aHolder();
      const isHeld = async () => (await there.register.holders()).some(({ id }) => id === holder.id);

      await here.register.announce(holder, 1);
      await waitUntil(async () => !(await isHeld()), { what: 'its time is over', timeoutMs: 20_000 });

      await here.register.announce(holder, A_MINUTE_MS);
      expect(await isHeld()).toBe(true);
    });
  });
}
