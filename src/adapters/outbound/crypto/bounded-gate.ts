export interface GateLimits {
  readonly concurrentMax: number;
  /** The limit for one client; by default that for all. */
  readonly concurrentPerClientMax?: number;
  readonly waitingMax: number;
  readonly waitMsMax: number;
}

type Admission = (verdict: 'admitted' | 'busy') => void;

/**
 * Runs a limited amount of work concurrently, and queues a limited amount. The queue is shared fairly: clients take
 * turns, and when it is full, the client with the most entries in it gives one up. A slot is freed when the work ends,
 * not when the request that started it does.
 */
export class BoundedGate {
  private running = 0;
  /** Running work by client, without those that run nothing. */
  private readonly runningOf = new Map<string, number>();
  /** Queues by client, the one to be admitted next first. */
  private readonly queues = new Map<string, Admission[]>();

  constructor(private readonly limits: GateLimits) {}

  get runningCount(): number {
    return this.running;
  }

  get waitingCount(): number {
    let count = 0;
    for (const { length } of this.queues.values()) count += length;
    return count;
  }

  /** False if the work of this client would be rejected immediately. */
  hasRoomFor(client = ''): boolean {
    if (this.canStart(client) || this.waitingCount < this.limits.waitingMax) return true;
    return this.longestQueue().length > this.queueLength(client) + 1;
  }

  /** Runs the work when a slot is free. `busy` when the queue is full, or no slot becomes free in time. */
  async enter<Result>(work: () => Promise<Result>, client = ''): Promise<Result | 'busy'> {
    if ((await this.admission(client)) === 'busy') return 'busy';
    try {
      return await work();
    } finally {
      this.leave(client);
    }
  }

  private async admission(client: string): Promise<'admitted' | 'busy'> {
    if (this.canStart(client)) {
      this.start(client);
      return 'admitted';
    }
    if (!this.hasRoomFor(client)) return 'busy';
    if (this.waitingCount >= this.limits.waitingMax) this.longestQueue().at(-1)?.('busy');
    return new Promise((resolve) => {
      const admit: Admission = (verdict) => {
        clearTimeout(timer);
        this.remove(client, admit);
        resolve(verdict);
      };
      const timer = setTimeout(admit, this.limits.waitMsMax, 'busy');
      this.queues.set(client, [...(this.queues.get(client) ?? []), admit]);
    });
  }

  private queueLength(client: string): number {
    return this.queues.get(client)?.length ?? 0;
  }

  /** When all places are taken, the newest entry of this queue makes room for a client that has at least two fewer. */
  private longestQueue(): readonly Admission[] {
    let longest: readonly Admission[] = [];
    for (const queue of this.queues.values()) if (queue.length > longest.length) longest = queue;
    return longest;
  }

  private canStart(client: string): boolean {
    const { concurrentMax, concurrentPerClientMax = concurrentMax } = this.limits;
    return this.running < concurrentMax && (this.runningOf.get(client) ?? 0) < concurrentPerClientMax;
  }

  private start(client: string): void {
    this.running += 1;
    this.runningOf.set(client, (this.runningOf.get(client) ?? 0) + 1);
  }

  /** Passes the slot directly to the longest waiter of the next client, so that a new caller cannot take it first. */
  private leave(client: string): void {
    this.running -= 1;
    const left = (this.runningOf.get(client) ?? 1) - 1;
    if (left > 0) this.runningOf.set(client, left);
    else this.runningOf.delete(client);
    const next = [...this.queues.keys()].find((waiting) => this.canStart(waiting));
    if (next !== undefined) this.admitNext(next);
  }

  private admitNext(client: string): void {
    this.start(client);
    this.queues.get(client)?.[0]?.('admitted');
    const others = this.queues.get(client);
    // Move the client to the end: it is the other clients' turn.
    if (this.queues.delete(client) && others) this.queues.set(client, others);
  }

  private remove(client: string, admit: Admission): void {
    const left = this.queues.get(client)?.filter((waiting) => waiting !== admit) ?? [];
    if (left.length > 0) this.queues.set(client, left);
    else this.queues.delete(client);
  }
}
