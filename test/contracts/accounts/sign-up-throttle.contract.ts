import { describe, expect, it } from 'vitest';
import type { CreateStorage } from '../../support/storage/backends.ts';
import { twoInstances } from '../two-instances.ts';

const MINUTE_MS = 60 * 1000;
const HOUR_MS = 60 * MINUTE_MS;
const NOW = new Date('2026-11-16T12:00:00.000Z');
const nowPlus = (ms: number): Date => new Date(NOW.getTime() + ms);

/** One test per promise of the SignUpThrottle port, with the default of ten sign-ups in an hour. */
export function signUpThrottleContract(createStorage: CreateStorage): void {
  describe('SignUpThrottle', () => {
    const { here, there, onBoth } = twoInstances(createStorage);
    /** How many of concurrent sign-ups on two instances are allowed. */
    const allowedOf = async (addresses: readonly string[], at = NOW): Promise<number> => {
      const waits = await onBoth(addresses, ({ signUpThrottle }, address) => signUpThrottle.count(address, at));
      return waits.filter((wait) => wait === 0).length;
    };

    it('allows exactly ten of twenty concurrent sign-ups from one address', async () => {
      expect(await allowedOf(Array<string>(20).fill('192.0.2.1'))).toBe(10);
      expect(await allowedOf(['192.0.2.2'])).toBe(1);
    });

    it('allows exactly thirty from an IPv4 /24', async () => {
      const addresses = Array.from({ length: 50 }, (_, index) => `198.51.100.${index}`);

      expect(await allowedOf(addresses)).toBe(30);
    });

    it('allows ten from an IPv6 /56 and thirty from a /48', async () => {
      const inOneSite = Array.from({ length: 20 }, (_, index) => `2001:db8:1:${index.toString(16)}::1`);
      const inOneRegion = Array.from({ length: 50 }, (_, index) => `2001:db8:2:${(index * 256).toString(16)}::1`);

      expect(await allowedOf(inOneSite)).toBe(10);
      expect(await allowedOf(inOneRegion)).toBe(30);
    });

    it('returns the time until the next one is allowed', async () => {
      const { signUpThrottle } = here;
      await allowedOf(Array<string>(4).fill('203.0.113.1'));
      await allowedOf(Array<string>(6).fill('203.0.113.1'), nowPlus(30 * MINUTE_MS));

      const waitMs = await signUpThrottle.count('203.0.113.1', nowPlus(40 * MINUTE_MS));

      expect(waitMs).toBeGreaterThan(20 * MINUTE_MS - 1);
      expect(waitMs).toBeLessThanOrEqual(21 * MINUTE_MS);
      expect(await allowedOf(Array<string>(8).fill('203.0.113.1'), nowPlus(40 * MINUTE_MS + waitMs))).toBe(4);
    });

    it('takes one count back', async () => {
      await allowedOf(Array<string>(10).fill('203.0.114.1'));

      await here.signUpThrottle.withdraw('203.0.114.1', NOW);

      expect(await there.signUpThrottle.count('203.0.114.1', NOW)).toBe(0);
      expect(await there.signUpThrottle.count('203.0.114.1', NOW)).toBe(HOUR_MS + MINUTE_MS);
    });
  });
}
