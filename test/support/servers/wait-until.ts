import { setTimeout as delay } from 'node:timers/promises';

const POLL_INTERVAL_MS = 20;
/** Only detects a hang: an overloaded machine may take thirty times as long as an idle one. */
const LONG_ENOUGH_MS = 60_000;

interface WaitOptions {
  /** Completes the sentence "gave up waiting until …". */
  readonly what: string;
  readonly timeoutMs?: number | undefined;
  readonly signal?: AbortSignal;
}

/** Polls a condition. A rejection means "not yet"; the last one becomes the cause of the timeout error. */
export async function waitUntil(
  condition: () => boolean | Promise<boolean>,
  { what, timeoutMs = LONG_ENOUGH_MS, signal }: WaitOptions,
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

/** False when the timeout comes first. */
export async function settlesWithin(timeoutMs: number, promise: Promise<unknown>): Promise<boolean> {
  const timer = new AbortController();
  const timeout = delay(timeoutMs, false, { signal: timer.signal });
  try {
    return await Promise.race([promise.then(() => true), timeout]);
  } finally {
    // A pending timer would keep the process alive.
    timer.abort();
  }
}
