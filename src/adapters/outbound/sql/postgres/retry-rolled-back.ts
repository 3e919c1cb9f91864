import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';

/** No attempt begins later than this, so that a request gets its response in time. */
const RETRY_MS = 1500;
const ATTEMPTS_MAX = 8;
const FIRST_PAUSE_MS = 5;

/**
 * Errors after which nothing of the transaction remains: a serialization failure, a deadlock. They depend on what ran
 * concurrently. The class also has 40003, after which the outcome of the transaction is unknown.
 */
const ROLLED_BACK = new Set(['40000', '40001', '40002', '40P01']);

export const wasRolledBack = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && ROLLED_BACK.has(error.code ?? '');

/** Repeats a transaction that was rolled back. Pauses differ, so that two that met do not meet again. */
export async function retryRolledBack<Result>(transaction: () => Promise<Result>): Promise<Result> {
  const deadline = performance.now() + RETRY_MS;
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await transaction();
    } catch (error) {
      const pauseMs = Math.random() * FIRST_PAUSE_MS * 2 ** attempt;
      if (!wasRolledBack(error) || attempt === ATTEMPTS_MAX || performance.now() + pauseMs > deadline) throw error;
      await delay(pauseMs);
    }
  }
}
