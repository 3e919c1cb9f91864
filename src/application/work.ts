import type { Steps } from '../domain/steps.ts';

/** The request that a use case works for, as far as long work must know about it. */
export interface Work {
  /** Aborted when the result is no longer wanted: at the request's deadline, or when its client has disconnected. */
  readonly signal: AbortSignal;

  /** Runs work that takes much time or memory, once few others do. Rejects when that would take too long. */
  heavy<Result>(run: () => Promise<Result>): Promise<Result>;
}

/** A request whose caller waits as long as it takes. */
export const UNLIMITED_WORK: Work = { signal: new AbortController().signal, heavy: (run) => run() };

/**
 * The same work inside of `heavy`. A part of heavy work that waited for another slot could wait for itself, so it runs in
 * the slot that it has.
 */
export const insideHeavy = ({ signal }: Work): Work => ({ signal, heavy: (run) => run() });

const waiting: (() => void)[] = [];

/**
 * Steps of heavy work take turns, one in each iteration of the event loop. A step may run from its beginning to its end
 * without a pause: without turns, all those that wait would block every other request until the last of them is done.
 */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    waiting.push(resolve);
    if (waiting.length === 1) setImmediate(giveTurn);
  });
}

function giveTurn(): void {
  waiting.shift()?.();
  if (waiting.length > 0) setImmediate(giveTurn);
}

/** Lets other requests run. For loops that otherwise wait for nothing; ends them if the result is no longer wanted. */
export async function letOthersRun({ signal }: Work): Promise<void> {
  await nextTurn();
  signal.throwIfAborted();
}

/** Runs work in steps, and lets other requests run between two of them. */
export async function runInTurns<Result>(steps: Steps<Result>, work: Work): Promise<Result> {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
    await letOthersRun(work);
  }
}
