import { describe, expect, it } from 'vitest';
import type { SignInAttempt, SignInThrottle } from '../../../src/application/ports/sign-in-throttle.ts';
import { anEmail } from '../../support/builders/an-account.ts';
import type { CreateStorage } from '../../support/storage/backends.ts';
import { twoInstances } from '../two-instances.ts';

const FIVE_MINUTES_MS = 5 * 60 * 1000;

let addresses = 0;
/** An attempt from a unique address, so that tests do not share counts. */
const anAttempt = (): SignInAttempt => {
  addresses += 1;
  return { email: anEmail(), address: `192.0.2.${addresses}` };
};

async function count(throttle: SignInThrottle, attempt: SignInAttempt, times: number): Promise<number[]> {
  const waits: number[] = [];
  for (let time = 0; time < times; time += 1) waits.push(await throttle.count(attempt));
  return waits;
}

/** One test per promise of the SignInThrottle port, and of its limits. */
export function signInThrottleContract(createStorage: CreateStorage): void {
  describe('SignInThrottle', () => {
    const instances = twoInstances(createStorage);

    it('allows five failures and makes the sixth wait five minutes', async () => {
      const { here } = instances;
      const attempt = anAttempt();

      expect(await count(here.throttle, attempt, 5)).toEqual([0, 0, 0, 0, 0]);
      expect(await here.throttle.waitMs(attempt)).toBe(0);
      expect(await here.throttle.count(attempt)).toBe(FIVE_MINUTES_MS);
      expect(await here.throttle.waitMs(attempt)).toBeGreaterThan(FIVE_MINUTES_MS / 2);
    });

    it('counts the failures of all instances together', async () => {
      const { here, there } = instances;
      const attempt = anAttempt();
      await count(here.throttle, attempt, 3);
      await count(there.throttle, attempt, 2);

      expect(await here.throttle.count(attempt)).toBeGreaterThan(0);
      expect(await there.throttle.waitMs(attempt)).toBeGreaterThan(0);
    });

    it('allows at most five of twenty concurrent attempts', async () => {
      const { here, there } = instances;
      const attempt = anAttempt();

      const waits = await Promise.all(
        Array.from({ length: 20 }, (_, index) => (index % 2 ? here : there).throttle.count(attempt)),
      );

      expect(waits.filter((wait) => wait === 0)).toHaveLength(5);
    });

    it('does not throttle many concurrent successes', async () => {
      const { here, there } = instances;
      const attempt = anAttempt();
      const signIn = async ({ throttle }: typeof here): Promise<number> => {
        const wait = await throttle.count(attempt);
        if (wait === 0) await throttle.forgive(attempt);
        return wait;
      };

      const waits = await Promise.all(Array.from({ length: 8 }, (_, index) => signIn(index % 2 ? here : there)));

      expect(waits).toEqual(Array(8).fill(0));
      expect(await here.throttle.waitMs(attempt)).toBe(0);
    });

    it('does not throttle another e-mail, or the same one from another address', async () => {
      const { throttle } = instances.here;
      const attempt = anAttempt();
      await count(throttle, attempt, 6);

      expect(await throttle.waitMs({ ...attempt, email: anEmail() })).toBe(0);
      expect(await throttle.waitMs({ ...attempt, address: anAttempt().address })).toBe(0);
    });

    it('resets the failures after a success', async () => {
      const { here, there } = instances;
      const attempt = anAttempt();
      await count(here.throttle, attempt, 5);

      await there.throttle.forgive(attempt);

      expect(await count(here.throttle, attempt, 5)).toEqual([0, 0, 0, 0, 0]);
    });

    it('takes back the count of an interrupted attempt', async () => {
      const { here, there } = instances;
      const attempt = anAttempt();
      await count(here.throttle, attempt, 5);

      await there.throttle.withdraw(attempt);

      expect(await here.throttle.count(attempt)).toBe(0);
      expect(await here.throttle.count(attempt)).toBeGreaterThan(0);
    });

    it('throttles an address after a hundred failures, whatever the e-mails', async () => {
      const { throttle } = instances.here;
      const { address } = anAttempt();
      for (let time = 0; time < 100; time += 1) {
        expect(await throttle.count({ email: anEmail(), address })).toBe(0);
      }

      expect(await throttle.count({ email: anEmail(), address })).toBeGreaterThan(0);
      expect(await throttle.waitMs({ email: anEmail(), address })).toBeGreaterThan(0);
    });

    it('does not count successes against an address', async () => {
      const { throttle } = instances.here;
      const { address } = anAttempt();
      for (let time = 0; time < 120; time += 1) {
        const attempt = { email: anEmail(), address };
        expect(await throttle.count(attempt)).toBe(0);
        await throttle.forgive(attempt);
      }
    });

    it('counts IPv6 addresses by their network', async () => {
      const { throttle } = instances.here;
      const email = anEmail();
      await count(throttle, { email, address: '2001:db8:7::1' }, 6);

      expect(await throttle.waitMs({ email, address: '2001:db8:7:0:aaaa::2' })).toBeGreaterThan(0);
      expect(await throttle.waitMs({ email, address: '2001:db8:7:1::1' })).toBe(0);
    });
  });
}
