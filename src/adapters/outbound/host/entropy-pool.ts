import type { Entropy } from '../../../application/ports/environment.ts';

const POOL_BYTES = 4096;

/** Asks the system for many random bytes at once, which takes as long as for a few. None is given out twice. */
export class EntropyPool implements Entropy {
  private pool = new Uint8Array(0);
  private used = 0;

  constructor(private readonly randomBytes: (count: number) => Uint8Array) {}

  bytes(count: number): Uint8Array {
    if (count > POOL_BYTES) return this.randomBytes(count);
    if (this.used + count > this.pool.length) {
      this.pool = Uint8Array.from(this.randomBytes(POOL_BYTES));
      this.used = 0;
    }
    const taken = this.pool.slice(this.used, this.used + count);
    // They may become a key, which should not stay in memory longer than its owner needs it.
    this.pool.fill(0, this.used, this.used + count);
    this.used += count;
    return taken;
  }
}
