import { setTimeout as delay, setImmediate as nextRound } from 'node:timers/promises';
import { KeyedLimiter } from '../../../limits/keyed-limiter.ts';

/** Parsing and checking a larger body takes up to 0.1 s, in which no other request is handled. */
const LARGE_BYTES = 64 * 1024;
/** Pause between large bodies of one account. Enough for a verified key or a read, with its query to the storage. */
const PAUSE_MS = 10;

const bodies = new KeyedLimiter({ concurrentPerKeyMax: 1 });

/**
 * Large bodies of one account are checked one at a time, with a pause for requests of others: sixteen that arrive
 * together would block them for more than a second. Undefined for small ones, which never wait.
 */
export function waitForLargeBody(account: string, bytes: number): Promise<unknown> | undefined {
  return bytes <= LARGE_BYTES ? undefined : waitForOthers(account);
}

async function waitForOthers(account: string): Promise<void> {
  await bodies.enter(account);
  // The caller checks its body as soon as this resolves, so that the next round begins after the check.
  void nextRound()
    .then(() => delay(PAUSE_MS))
    .then(() => bodies.leave(account));
}
