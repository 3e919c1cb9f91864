import type { AccountId } from '../../../../domain/accounts/account.ts';

export interface GateLimits {
  readonly concurrentMax: number;
  readonly waitingMax: number;
  readonly waitMsMax: number;
}

/** Limits how much is done concurrently, by a key such as the account. */
export interface Gate<Key> {
  /** Everything that is admitted must leave. False, or a promise of it, if there is too much. */
  enter(key: Key): boolean | Promise<boolean>;
  leave(key: Key): void;
}

/** A program that reads all its prompts in parallel waits a moment; one that does not stop is refused. */
export const REQUEST_LIMITS: GateLimits = { concurrentMax: 32, waitingMax: 256, waitMsMax: 2000 };

interface Running {
  count: number;
  /** Ordered by waiting time, the longest first. */
  readonly waiting: Set<(isAdmitted: boolean) => void>;
}

/** Number of keys that are never deleted, even if none of their requests are running. */
const KEYS_KEPT = 1000;

/** Limits how many requests with the same key, such as their account, are handled concurrently. */
export class RequestGate<Key = AccountId> implements Gate<Key> {
  /** Includes idle keys until there are many: adding and deleting one for every request is slow. */
  private readonly running = new Map<Key, Running>();
  private keysMax = KEYS_KEPT;

  constructor(private readonly limits: GateLimits = REQUEST_LIMITS) {}

  /** Every admitted request must leave. False, or a promise of it, if there are too many. */
  enter(key: Key): true | false | Promise<boolean> {
    const running = this.running.get(key) ?? this.add(key);
    if (running.count < this.limits.concurrentMax) {
      running.count += 1;
      return true;
    }
    return running.waiting.size < this.limits.waitingMax && this.wait(running);
  }

  /** Passes the place to the longest waiting request, so that a new one cannot take it first. */
  leave(key: Key): void {
    const running = this.running.get(key);
    if (!running) return;
    const [next] = running.waiting;
    if (next) next(true);
    else running.count -= 1;
  }

  private add(key: Key): Running {
    if (this.running.size >= this.keysMax) this.deleteIdle();
    const added: Running = { count: 0, waiting: new Set() };
    this.running.set(key, added);
    return added;
  }

  private deleteIdle(): void {
    for (const [key, { count }] of this.running) if (count === 0) this.running.delete(key);
    this.keysMax = Math.max(KEYS_KEPT, 2 * this.running.size);
  }

  private wait({ waiting }: Running): Promise<boolean> {
    return new Promise((resolve) => {
      const admit = (isAdmitted: boolean) => {
        clearTimeout(timer);
        waiting.delete(admit);
        resolve(isAdmitted);
      };
      const timer = setTimeout(admit, this.limits.waitMsMax, false);
      waiting.add(admit);
    });
  }
}
