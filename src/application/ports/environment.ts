export interface Clock {
  now(): Date;
}

export interface Entropy {
  /** Unpredictable bytes, fit for keys. */
  bytes(count: number): Uint8Array;
}

/** Resolves after this many milliseconds, or as soon as the signal aborts. */
export type Pause = (ms: number, signal: AbortSignal) => Promise<void>;
