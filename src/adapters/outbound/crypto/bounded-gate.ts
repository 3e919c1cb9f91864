export interface GateLimits {
  readonly concurrentMax: number;
  readonly waitingMax: number;
  readonly waitMsMax: number;
}

type Admission = (verdict: 'admitted' | 'busy') => void;

/** First come, first served. A slot is freed when the work ends, not when the request that started it does. */
export class BoundedGate {
  private running = 0;
  private readonly waiting = new Set<Admission>();

  constructor(private readonly limits: GateLimits) {}

  get runningCount(): number {
    return this.running;
  }

  get waitingCount(): number {
    return this.waiting.size;
  }

  /** Runs the work when a slot is free. `busy` when the queue is full, or no slot becomes free in time. */
  async enter<Result>(work: () => Promise<Result>): Promise<Result | 'busy'> {
    if ((await this.admission()) === 'busy') return 'busy';
    try {
      return await work();
    } finally {
      this.leave();
    }
  }

  private async admission(): Promise<'admitted' | 'busy'> {
    if (this.running < this.limits.concurrentMax) {
      this.running += 1;
      return 'admitted';
    }
    if (this.waiting.size >= this.limits.waitingMax) return 'busy';
    return new Promise((resolve) => {
      const admit: Admission = (verdict) => {
        clearTimeout(timer);
        this.waiting.delete(admit);
        resolve(verdict);
      };
      const timer = setTimeout(admit, this.limits.waitMsMax, 'busy');
      this.waiting.add(admit);
    });
  }

  /** Passes the slot directly to the longest waiter, so that a new caller cannot take it first. */
  private leave(): void {
    const [next] = this.waiting;
    if (next) next('admitted');
    else this.running -= 1;
  }
}
