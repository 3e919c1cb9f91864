import { StorageUnavailable } from '../../src/application/ports/storage/storage-unavailable.ts';

/** The shortest time after which a backend gives up waiting: the lock timeout of Postgres. */
export const LOCK_WAIT_MS_MIN = 1000;

/**
 * Runs all tasks concurrently. The outcome is undefined for a task that timed out while it waited, as may happen to the
 * last of many on a slow machine: it may or may not have taken effect. Any other unavailability fails the test.
 */
export const runConcurrently = <Outcome>(
  tasks: readonly (() => Promise<Outcome>)[],
): Promise<(Outcome | undefined)[]> =>
  Promise.all(
    tasks.map(async (task) => {
      const startedAt = performance.now();
      try {
        return await task();
      } catch (error) {
        const timedOut = performance.now() - startedAt >= LOCK_WAIT_MS_MIN;
        if (error instanceof StorageUnavailable && timedOut) return undefined;
        throw error;
      }
    }),
  );
