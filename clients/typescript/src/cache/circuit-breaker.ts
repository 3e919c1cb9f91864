import type { ReadOutcome } from '../network/read-prompt.ts';

const PAUSE_MS_MAX = 30_000;

/** Opens with a timeout, and closes with the next response. While it is open, callers never wait for the network. */
export class CircuitBreaker {
  #timeouts = 0;
  #probeAt = 0;

  get isOpen(): boolean {
    return this.#timeouts > 0;
  }

  /** True if it is time for a request in the background: after 1 s, 2 s, 4 s and so on, at most 30 s. */
  claimProbe(now: number): boolean {
    if (now < this.#probeAt) return false;
    // Until it has an outcome, or if it never has one because the runtime has ended it.
    this.#probeAt = now + PAUSE_MS_MAX;
    return true;
  }

  record(outcome: ReadOutcome, now: number, isProbe: boolean): void {
    if (outcome.kind !== 'failed') this.recordResponse();
    else if (outcome.reason === 'timeout' || isProbe) this.recordTimeout(now, { isProbe });
  }

  recordResponse(): void {
    this.#timeouts = 0;
  }

  /** Requests that were sent together count once. */
  recordTimeout(now: number, { isProbe = false }: { readonly isProbe?: boolean } = {}): void {
    if (this.isOpen && !isProbe) return;
    this.#probeAt = now + Math.min(PAUSE_MS_MAX, 1000 * 2 ** Math.min(this.#timeouts, 5));
    this.#timeouts += 1;
  }
}
