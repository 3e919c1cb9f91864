/** The part of AbortSignal that the client needs. */
export interface StopSignal {
  readonly aborted: boolean;
  readonly reason?: unknown;
  throwIfAborted(): void;
  addEventListener(type: 'abort', listener: () => void, options?: { readonly once: boolean }): void;
  removeEventListener(type: 'abort', listener: () => void): void;
}

export interface Ending {
  /** Never resolves. */
  readonly promise: Promise<never>;
  readonly cancel: () => void;
}

/** Rejects when the time is over or the signal aborts, whichever is first. */
export function rejectWhen(signal: StopSignal | undefined, timeoutMs: number, timedOut: () => Error): Ending {
  let cancel = () => {};
  const promise = new Promise<never>((_, reject) => {
    const timer = setTimeout(() => reject(timedOut()), timeoutMs);
    const abort = () => reject(signal?.reason);
    signal?.addEventListener('abort', abort, { once: true });
    cancel = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', abort);
    };
  });
  // The promise may reject while nothing waits for it any more.
  promise.catch(() => {});
  return { promise, cancel: () => cancel() };
}
