import type { Gate, LimiterLimits } from '../../../limits/keyed-limiter.ts';
import { HEAVY_WORK_LIMITS } from './heavy-work-gate.ts';
import { MEMORY_LIMITS, type MemoryLimits, MIB } from './memory-budget.ts';
import type { StreamOwner } from './stream-gate.ts';

/** Limits on what one process handles concurrently. */
export interface HttpLimits {
  readonly memory: MemoryLimits;
  /** Limits the concurrent requests of each account. */
  readonly requests: LimiterLimits;
  readonly heavyWork: LimiterLimits;
}

/** A program that reads all its prompts in parallel waits a moment; one that does not stop is refused. */
export const REQUEST_LIMITS = { concurrentPerKeyMax: 32, waitingPerKeyMax: 256, waitMsMax: 2000 };

/**
 * One large import at a time, because each takes a thread and its memory; each that waits holds its body. The wait is
 * long enough for one that writes for long to be over, or nearly. Accounts are served in turn: however many imports of
 * one account wait, the next one is that of another.
 */
export const IMPORT_LIMITS: LimiterLimits = {
  concurrentMax: 1,
  waitingPerKeyMax: 4,
  waitMsMax: 30_000,
  order: 'others-first',
};

/** Limits that all processes of a service have together. Undefined where there is only one process. */
export interface CommonGates {
  readonly streams: Gate<StreamOwner>;
  readonly imports: Gate<string>;
}

/**
 * Limits of each of several processes, so that together they do what one process would. This assumes that connections
 * are spread about evenly. No share is so small that a process could not do what one request may ask for: with many
 * processes, the shares add up to more.
 */
export const shareLimits = (processes: number): HttpLimits => {
  const share = (limit: number, least = 1): number => Math.max(Math.ceil(limit / processes), Math.min(limit, least));
  return {
    memory: {
      // Half of it: an import of 32 MiB, and some other requests.
      bodyBytesMax: share(MEMORY_LIMITS.bodyBytesMax, 80 * MIB),
      responseBytesMax: share(MEMORY_LIMITS.responseBytesMax, 32 * MIB),
    },
    requests: {
      ...REQUEST_LIMITS,
      concurrentPerKeyMax: share(REQUEST_LIMITS.concurrentPerKeyMax, 4),
      waitingPerKeyMax: share(REQUEST_LIMITS.waitingPerKeyMax, 32),
    },
    heavyWork: {
      // Two, so that one account does not take everything.
      concurrentMax: share(HEAVY_WORK_LIMITS.concurrentMax, 2),
      concurrentPerKeyMax: share(HEAVY_WORK_LIMITS.concurrentPerKeyMax),
    },
  };
};
