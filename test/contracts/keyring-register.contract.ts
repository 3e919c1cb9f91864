import { describe, expect, it } from 'vitest';
import type { NewPlace } from '../support/backends.ts';
import { twoInstances } from './two-instances.ts';

/** Every promise made in the KeyringRegister port, as one test each. */
export function keyringRegisterContract(newPlace: NewPlace): void {
  describe('KeyringRegister', () => {
    const instances = twoInstances(newPlace);

    it('knows nothing at first, then what was recorded, and keeps the first value of each key', async () => {
      const { here, there } = instances;
      expect(await here.register.checks()).toEqual(new Map());

      const first = new Map([['lookup', 'one']]);
      expect(await here.register.record(first)).toEqual(first);

      const added = await there.register.record(
        new Map([
          ['lookup', 'other'],
          ['k2', 'two'],
        ]),
      );
      const both = new Map([
        ['lookup', 'one'],
        ['k2', 'two'],
      ]);
      expect(added).toEqual(both);
      expect(await here.register.checks()).toEqual(both);
    });

    it('lets one of two racing writers win, and tells both who', async () => {
      const { here, there } = instances;

      const [seenHere, seenThere] = await Promise.all([
        here.register.record(new Map([['raced', 'here']])),
        there.register.record(new Map([['raced', 'there']])),
      ]);

      expect(seenHere.get('raced')).toBe(seenThere.get('raced'));
      expect(['here', 'there']).toContain(seenHere.get('raced'));
    });
  });
}
