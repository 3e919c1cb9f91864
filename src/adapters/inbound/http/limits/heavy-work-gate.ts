import type { AccountId } from '../../../../domain/accounts/account.ts';
import { KeyedLimiter, type LimiterLimits } from '../../../limits/keyed-limiter.ts';
import { TurnQueue } from '../../../limits/turn-queue.ts';
import { BUSY_WAIT_MS, busy } from '../errors/rejection.ts';

/** One account may have fewer than all, so that it can never take everything. */
export const HEAVY_WORK_LIMITS = { concurrentMax: 16, concurrentPerKeyMax: 4 };

/**
 * Limits work that takes much time or memory, per account and per process, so that no account can starve another.
 *
 * First come, first served, except that an account at its limit does not hold up others. A slot is freed when the work
 * ends, not when the request that started it does. How much of an account waits is limited by its number of requests.
 */
export class HeavyWorkGate {
  readonly turns = new TurnQueue();
  readonly #limiter: KeyedLimiter;

  constructor(limits: LimiterLimits = HEAVY_WORK_LIMITS) {
    this.#limiter = new KeyedLimiter(limits);
  }

  get runningCount(): number {
    return this.#limiter.runningCount;
  }

  get waitingCount(): number {
    return this.#limiter.waitingCount;
  }

  /** Runs the work when a slot is free. Rejects as `busy` when no slot becomes free in time. */
  run<Result>(account: AccountId, signal: AbortSignal, work: () => Promise<Result>): Promise<Result> {
    return this.#run(account, signal, work, BUSY_WAIT_MS);
  }

  /** Like `run`, for work in the middle of a response, which cannot be rejected: waits until the signal ends it. */
  resume<Result>(account: AccountId, signal: AbortSignal, work: () => Promise<Result>): Promise<Result> {
    return this.#run(account, signal, work);
  }

  async #run<Result>(
    account: AccountId,
    signal: AbortSignal,
    work: () => Promise<Result>,
    waitMsMax?: number,
  ): Promise<Result> {
    if (!(await this.#limiter.enter(account, signal, waitMsMax))) throw signal.aborted ? signal.reason : busy();
    try {
      await this.turns.next();
      signal.throwIfAborted();
      return await work();
    } finally {
      this.#limiter.leave(account);
    }
  }
}
