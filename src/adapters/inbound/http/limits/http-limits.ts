import { HEAVY_WORK_LIMITS, type HeavyWorkLimits } from './heavy-work-gate.ts';
import { MEMORY_LIMITS, type MemoryLimits, MIB } from './memory-budget.ts';
import { type Gate, type GateLimits, REQUEST_LIMITS } from './request-gate.ts';
import type { StreamOwner } from './stream-places.ts';

/** Limits on what one process handles concurrently. */
export interface HttpLimits {
  readonly memory: MemoryLimits;
  /** Limits the concurrent requests of each account. */
  readonly requests: GateLimits;
  readonly heavyWork: HeavyWorkLimits;
}

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
      concurrentMax: share(REQUEST_LIMITS.concurrentMax, 4),
      waitingMax: share(REQUEST_LIMITS.waitingMax, 32),
    },
    heavyWork: {
      // Two, so that one account does not take everything.
      runningMax: share(HEAVY_WORK_LIMITS.runningMax, 2),
      runningPerAccountMax: share(HEAVY_WORK_LIMITS.runningPerAccountMax),
    },
  };
};
