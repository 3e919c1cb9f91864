export interface Clock {
  now(): Date;
}

export interface Entropy {
  /** Unpredictable bytes, fit for keys. */
  bytes(count: number): Uint8Array;
}
