export interface GateLimits {
  readonly concurrentMax: number;
  readonly waitingMax: number;
  readonly waitMsMax: number;
}

type Admission = (verdict: 'admitted' | 'busy') => void;

/** First come, first served. A place is freed when the work ends, not when the request that wanted it does. */
export class BoundedGate {
  private runConcurrently = 0;
  private readonly waiting = new Set<Admission>();

  constructor(private readonly limits: GateLimits) {}

  get runningCount(): number {
    return this.runConcurrently;
  }

  get waitingCount(): number {
    return this.waiting.size;
  }

  /** Runs the work when its turn comes. `busy` when too many wait already, or the turn does not come in time. */
  async enter<Answer>(work: () => Promise<Answer>): Promise<Answer | 'busy'> {
    if ((await this.admission()) === 'busy') return 'busy';
    try {
      return await work();
    } finally {
      this.leave();
    }
  }

  private async admission(): Promise<'admitted' | 'busy'> {
    if (this.runConcurrently < this.limits.concurrentMax) {
      this.runConcurrently += 1;
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

  /** The place passes straight on to whoever waits longest, so that nobody can slip in between. */
  private leave(): void {
    const [next] = this.waiting;
    if (next) next('admitted');
    else this.runConcurrently -= 1;
  }
}
