const DAY_MS = 24 * 60 * 60 * 1000;

/** Limits the bytes of each owner in a day of this process. */
export class DailyBytes<Owner> {
  readonly #bytes = new Map<Owner, number>();
  #startedAt = performance.now();

  constructor(private readonly max: number) {}

  /** False, and nothing is counted, if there would be too many. */
  add(owner: Owner, bytes: number): boolean {
    const now = performance.now();
    if (now - this.#startedAt > DAY_MS) {
      this.#bytes.clear();
      this.#startedAt = now;
    }
    const total = (this.#bytes.get(owner) ?? 0) + bytes;
    if (total > this.max) return false;
    this.#bytes.set(owner, total);
    return true;
  }
}
