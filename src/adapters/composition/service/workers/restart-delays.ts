const FIRST_MS = 100;
const LONGEST_MS = 10_000;
/** A failure after this long is no longer a consequence of the former. */
const QUIET_MS = 60_000;

/** How long to wait before a worker is started again: the longer, the more have ended lately. */
export class RestartDelays {
  private delayMs = FIRST_MS;
  private endedAt = Number.NEGATIVE_INFINITY;

  next(): number {
    const now = performance.now();
    const isQuiet = now - this.endedAt > QUIET_MS;
    this.delayMs = isQuiet ? FIRST_MS : Math.min(this.delayMs * 2, LONGEST_MS);
    this.endedAt = now;
    return this.delayMs;
  }
}
