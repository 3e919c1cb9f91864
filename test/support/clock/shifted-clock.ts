import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const PRELOADED = pathToFileURL(join(import.meta.dirname, 'shift-clock.mjs'));

/** Settings with which the program sees the clock of its machine ahead by this much; behind, if it is negative. */
export const clockShiftedBy = (shiftMs: number): Readonly<Record<string, string>> => ({
  NODE_OPTIONS: `--import=${PRELOADED.href}`,
  TEST_CLOCK_SHIFT_MS: String(shiftMs),
});

/**
 * Settings with which the program believes that it is now `time`, by the clocks of its machine and of its storage. Sessions
 * in a fixture have not expired then.
 */
export const clockAt = (time: Date): Readonly<Record<string, string>> => ({
  ...clockShiftedBy(time.getTime() - Date.now()),
  TEST_CLOCK_OF_STORAGE: 'shifted',
});
