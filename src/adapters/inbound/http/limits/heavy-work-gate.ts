import { nextTurn } from '../../../../application/work.ts';
import type { AccountId } from '../../../../domain/accounts/account.ts';
import { BUSY_WAIT_MS, busy } from '../errors/rejection.ts';

export interface HeavyWorkLimits {
  readonly runningMax: number;
  /** Lower than `runningMax`, so that one account can never take everything. */
  readonly runningPerAccountMax: number;
}

export const HEAVY_WORK_LIMITS: HeavyWorkLimits = { runningMax: 16, runningPerAccountMax: 4 };

/** Heavy work of one account. Dropped when there is none. */
interface AccountLoad {
  running: number;
  waiting: number;
}

interface Waiter {
  readonly account: AccountId;
  readonly admit: () => void;
}

/**
 * Limits work that takes much time or memory, per account and per process, so that no account can starve another.
 *
 * First come, first served, except that an account at its limit does not hold up others. A slot is freed when the work
 * ends, not when the request that started it does. How much of an account waits is limited by its number of requests.
 */
export class HeavyWorkGate {
  readonly #accounts = new Map<AccountId, AccountLoad>();
  readonly #waiting = new Set<Waiter>();
  #running = 0;

  constructor(private readonly limits: HeavyWorkLimits = HEAVY_WORK_LIMITS) {}

  get runningCount(): number {
    return this.#running;
  }

  get waitingCount(): number {
    return this.#waiting.size;
  }

  /** Runs the work when a slot is free. Rejects as `busy` when no slot becomes free in time. */
  async run<Result>(account: AccountId, signal: AbortSignal, work: () => Promise<Result>): Promise<Result> {
    await this.#enter(account, signal, BUSY_WAIT_MS);
    return this.#runAndLeave(account, signal, work);
  }

  /** Like `run`, for work in the middle of a response, which cannot be rejected: waits until the signal ends it. */
  async resume<Result>(account: AccountId, signal: AbortSignal, work: () => Promise<Result>): Promise<Result> {
    await this.#enter(account, signal);
    return this.#runAndLeave(account, signal, work);
  }

  async #runAndLeave<Result>(account: AccountId, signal: AbortSignal, work: () => Promise<Result>): Promise<Result> {
    try {
      await nextTurn();
      signal.throwIfAborted();
      return await work();
    } finally {
      this.#leave(account);
    }
  }

  async #enter(account: AccountId, signal: AbortSignal, waitMsMax?: number): Promise<void> {
    const load = this.#accounts.get(account) ?? { running: 0, waiting: 0 };
    this.#accounts.set(account, load);
    if (!this.#canRun(load)) await this.#wait(account, load, signal, waitMsMax);
    else this.#start(load);
  }

  /** Resolves when the slot is taken. */
  #wait(account: AccountId, load: AccountLoad, signal: AbortSignal, waitMsMax: number | undefined): Promise<void> {
    return new Promise((resolve, reject) => {
      const stop = () => {
        clearTimeout(timer);
        signal.removeEventListener('abort', giveUp);
        this.#waiting.delete(waiter);
        load.waiting -= 1;
      };
      const giveUp = () => {
        stop();
        this.#dropIfIdle(account, load);
        reject(signal.aborted ? signal.reason : busy());
      };
      const admit = () => {
        stop();
        this.#start(load);
        resolve();
      };
      const waiter: Waiter = { account, admit };
      const timer = waitMsMax === undefined ? undefined : setTimeout(giveUp, waitMsMax);
      signal.addEventListener('abort', giveUp);
      this.#waiting.add(waiter);
      load.waiting += 1;
    });
  }

  #canRun({ running }: AccountLoad): boolean {
    const { runningMax, runningPerAccountMax } = this.limits;
    return this.#running < runningMax && running < runningPerAccountMax;
  }

  #start(load: AccountLoad): void {
    this.#running += 1;
    load.running += 1;
  }

  /** Passes the slot directly to the longest waiter that may have it, so that a new caller cannot take it first. */
  #leave(account: AccountId): void {
    const load = this.#accounts.get(account);
    this.#running -= 1;
    if (load) {
      load.running -= 1;
      this.#dropIfIdle(account, load);
    }
    for (const waiter of this.#waiting) {
      const waiting = this.#accounts.get(waiter.account);
      if (!waiting || !this.#canRun(waiting)) continue;
      waiter.admit();
      return;
    }
  }

  #dropIfIdle(account: AccountId, { running, waiting }: AccountLoad): void {
    if (running === 0 && waiting === 0) this.#accounts.delete(account);
  }
}
