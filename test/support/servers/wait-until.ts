import { setTimeout as delay } from 'node:timers/promises';

const POLL_INTERVAL_MS = 20;

interface Patience {
  /** Completes the sentence "gave up waiting until …". */
  readonly what: string;
  readonly timeoutMs: number;
  readonly signal?: AbortSignal;
}

/** Polls a condition. A rejection counts as "not yet"; the last one becomes the cause when the time is up. */
export async function waitUntil(
  condition: () => boolean | Promise<boolean>,
  { what, timeoutMs, signal }: Patience,
): Promise<void> {
  const deadline = performance.now() + timeoutMs;
  let cause: unknown;
  while (performance.now() < deadline) {
    signal?.throwIfAborted();
    try {
      if (await condition()) return;
      cause = undefined;
    } catch (error) {
      cause = error;
    }
    await delay(POLL_INTERVAL_MS);
  }
  throw new Error(`gave up waiting until ${what} (${timeoutMs} ms)`, { cause });
}

/** False when the time is up first. */
export async function settlesWithin(timeoutMs: number, promise: Promise<unknown>): Promise<boolean> {
  const timer = new AbortController();
  const timeIsUp = delay(timeoutMs, false, { signal: timer.signal });
  try {
    return await Promise.race([promise.then(() => true), timeIsUp]);
  } finally {
    // A timer left behind would keep the process alive.
    timer.abort();
  }
}
