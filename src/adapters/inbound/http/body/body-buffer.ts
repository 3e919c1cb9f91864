const SLAB_BYTES = 64 * 1024;
const LARGE_BYTES = SLAB_BYTES / 4;
const NO_SLAB = Buffer.alloc(0);

/**
 * Collects the chunks of a body. Small ones are copied together: each chunk costs hundreds of bytes besides its own, and a
 * client can send a megabyte in a million chunks.
 */
export class BodyBuffer {
  private readonly parts: Uint8Array[] = [];
  private slab = NO_SLAB;
  private used = 0;
  private copied = 0;

  append(chunk: Uint8Array): void {
    if (chunk.length >= LARGE_BYTES || this.parts.length === 0) {
      this.flush();
      this.parts.push(chunk);
      return;
    }
    if (this.used + chunk.length > this.slab.length) {
      this.flush();
      this.slab = Buffer.allocUnsafeSlow(SLAB_BYTES);
      this.used = 0;
      this.copied = 0;
    }
    this.slab.set(chunk, this.used);
    this.used += chunk.length;
  }

  /** Everything so far, in one piece. */
  join(): Uint8Array {
    this.flush();
    const [first] = this.parts;
    return first && this.parts.length === 1 ? first : Buffer.concat(this.parts);
  }

  /** Adds the copied bytes as a part; the rest of the slab is still used. */
  private flush(): void {
    if (this.used > this.copied) this.parts.push(this.slab.subarray(this.copied, this.used));
    this.copied = this.used;
  }
}

/** How long a body, or one line of it, may take to arrive. */
export interface ArrivalLimits {
  readonly msMax: number;
  /** How long it may take before its rate counts: a connection may pause. */
  readonly graceMs: number;
  readonly bytesPerSecondMin: number;
}

export const ARRIVAL_LIMITS: ArrivalLimits = { msMax: 30_000, graceMs: 10_000, bytesPerSecondMin: 16 * 1024 };

/** The time for what has arrived so far. Each further byte adds a little, so that slow senders do not hold memory for long. */
export const arrivalMsMax = (bytes: number, { msMax, graceMs, bytesPerSecondMin }: ArrivalLimits): number =>
  Math.min(msMax, graceMs + (1000 * bytes) / bytesPerSecondMin);
