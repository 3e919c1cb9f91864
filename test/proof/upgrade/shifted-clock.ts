import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const PRELOADED = pathToFileURL(join(import.meta.dirname, 'shift-clock.mjs'));

/** Settings with which the program believes that it is now `time`. Sessions in a fixture have not expired then. */
export const clockAt = (time: Date): Readonly<Record<string, string>> => ({
  NODE_OPTIONS: `--import=${PRELOADED.href}`,
  TEST_CLOCK_SHIFT_MS: String(time.getTime() - Date.now()),
});
