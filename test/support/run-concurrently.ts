import { StorageUnavailable } from '../../src/application/ports/storage-unavailable.ts';

/** The least that a backend is waited for before it counts as unavailable: Postgres, for a lock. */
export const LOCK_WAIT_MS_MIN = 1000;

/**
 * Does all of it at once. Undefined is the outcome of what was kept waiting for too long, as may happen to the last of
 * many on a slow machine: it may have been done or not. A backend that is unavailable without that fails the test.
 */
export const runConcurrently = <Outcome>(
  works: readonly (() => Promise<Outcome>)[],
): Promise<(Outcome | undefined)[]> =>
  Promise.all(
    works.map(async (work) => {
      const begun = performance.now();
      try {
        return await work();
      } catch (error) {
        const wasKeptWaiting = performance.now() - begun >= LOCK_WAIT_MS_MIN;
        if (error instanceof StorageUnavailable && wasKeptWaiting) return undefined;
        throw error;
      }
    }),
  );
