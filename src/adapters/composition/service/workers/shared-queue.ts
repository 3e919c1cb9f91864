import type { Gate } from '../../../limits/keyed-limiter.ts';
import type { HashingQueue } from '../../../outbound/crypto/hashing-gates.ts';

/** Counts the work of this process; the gate limits that of all. */
export class SharedQueue implements HashingQueue {
  runningCount = 0;
  private readonly waitingByClient = new Map<string, number>();

  constructor(
    private readonly gate: Gate<string>,
    private readonly limits: { readonly waitingMax: number },
  ) {}

  get waitingCount(): number {
    let count = 0;
    for (const waiting of this.waitingByClient.values()) count += waiting;
    return count;
  }

  /** Knows only the work of this process: the gate may still reject what has room here. */
  hasRoomFor(client: string): boolean {
    if (this.waitingCount < this.limits.waitingMax) return true;
    return Math.max(...this.waitingByClient.values()) > this.waitingOf(client) + 1;
  }

  async run<Result>(client: string, work: () => Promise<Result>): Promise<Result | 'busy'> {
    if (!(await this.isAdmitted(client))) return 'busy';
    this.runningCount += 1;
    try {
      return await work();
    } finally {
      this.runningCount -= 1;
      this.gate.leave(client);
    }
  }

  private async isAdmitted(client: string): Promise<boolean> {
    this.waitingByClient.set(client, this.waitingOf(client) + 1);
    try {
      return await this.gate.enter(client);
    } finally {
      const left = this.waitingOf(client) - 1;
      if (left > 0) this.waitingByClient.set(client, left);
      else this.waitingByClient.delete(client);
    }
  }

  private waitingOf(client: string): number {
    return this.waitingByClient.get(client) ?? 0;
  }
}
