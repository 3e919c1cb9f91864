import type { Duplex } from 'node:stream';
import type { Gate } from '../../../limits/keyed-limiter.ts';
import { STREAM_LIMITS, StreamGate, type StreamOwner } from '../limits/stream-gate.ts';

const SWEEP_MS = 500;
const LIMITS = {
  ...STREAM_LIMITS,
  keepAliveMs: 15_000,
  lifeMs: 3_600_000,
};

/** A stream that outlives its request. */
export interface LastingStream {
  keepAlive(): void;
  end(reason: 'expired' | 'draining'): void;
}

interface OpenStream {
  readonly stream: LastingStream;
  readonly socket: Duplex;
  readonly endsAt: number;
  keepAliveAt: number;
}

/** All streams of this process: admits each, keeps them alive, and ends them when their time is over. */
export class OpenStreams {
  /** Ordered by when they are due, the earliest first. */
  readonly #streams = new Set<OpenStream>();
  #count = 0;
  #sweeper: NodeJS.Timeout | undefined;

  constructor(
    private readonly limits = LIMITS,
    private readonly gate: Gate<StreamOwner> = new StreamGate(limits),
  ) {}

  /** Number of streams, including those that are being opened. */
  get count(): number {
    return this.#count;
  }

  /** Every stream that is admitted must leave. False if there are too many. */
  async enter(owner: StreamOwner): Promise<boolean> {
    if (!(await this.gate.enter(owner))) return false;
    this.#count += 1;
    return true;
  }

  leave(owner: StreamOwner): void {
    this.#count -= 1;
    this.gate.leave(owner);
  }

  /** Returns a function to call when the stream is closed. */
  add(stream: LastingStream, socket: Duplex): () => void {
    const now = performance.now();
    const { keepAliveMs, lifeMs } = this.limits;
    const open = { stream, socket, endsAt: now + lifeMs, keepAliveAt: now + keepAliveMs };
    this.#streams.add(open);
    // One timer serves all streams.
    this.#sweeper ??= setInterval(() => this.#sweep(), SWEEP_MS).unref();
    return () => {
      this.#streams.delete(open);
      if (this.#streams.size > 0) return;
      clearInterval(this.#sweeper);
      this.#sweeper = undefined;
    };
  }

  /** Whether a stream is sent on this connection. Searches all streams: it is rarely called. */
  isResponding(socket: Duplex): boolean {
    for (const open of this.#streams) if (open.socket === socket) return true;
    return false;
  }

  endAll(): void {
    for (const { stream } of this.#streams) stream.end('draining');
  }

  #sweep(): void {
    const now = performance.now();
    for (const open of this.#streams) {
      if (now < open.keepAliveAt) return;
      if (now >= open.endsAt) {
        open.stream.end('expired');
        continue;
      }
      open.stream.keepAlive();
      // Count from the time when it was due, because delays would add up; unless the process was suspended.
      open.keepAliveAt = Math.max(open.keepAliveAt + this.limits.keepAliveMs, now + SWEEP_MS);
      // Move it to the end, because it is now the last one to be due.
      this.#streams.delete(open);
      this.#streams.add(open);
    }
  }
}
