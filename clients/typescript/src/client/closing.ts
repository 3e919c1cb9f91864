import type { StopSignal } from '../network/reject-when.ts';

/** The end of a client. No AbortController: in Cloudflare Workers, one belongs to the request that created it. */
export class Closing implements StopSignal {
  readonly #listeners = new Set<() => void>();
  reason: Error | undefined;

  get aborted(): boolean {
    return this.reason !== undefined;
  }

  abort(reason: Error): void {
    this.reason ??= reason;
    for (const listener of [...this.#listeners]) listener();
  }

  throwIfAborted(): void {
    if (this.reason) throw this.reason;
  }

  addEventListener(_: 'abort', listener: () => void): void {
    this.#listeners.add(listener);
  }

  removeEventListener(_: 'abort', listener: () => void): void {
    this.#listeners.delete(listener);
  }
}
