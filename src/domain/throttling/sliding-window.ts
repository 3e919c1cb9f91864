/** Slices of time, oldest first, each with the number of events in it. */
export type WindowRecord = readonly (readonly [slice: number, count: number])[];

/** A window consists of this many slices, so that its record stays small however many events there are. */
const SLICES = 60;

/**
 * Counts events in the window of time that ends now. A slice counts until all of it has left the window, so that no
 * window of this length, wherever it begins, holds more events than the limit.
 */
export class SlidingWindow {
  private constructor(
    readonly record: WindowRecord,
    private readonly sliceMs: number,
    private readonly now: number,
  ) {}

  /** Events in the future were counted by a clock that was ahead: they count as of now. */
  static at(now: number, windowMs: number, record: WindowRecord): SlidingWindow {
    const sliceMs = windowMs / SLICES;
    const current = Math.floor(now / sliceMs);
    const counts = new Map<number, number>();
    for (const [slice, count] of record) {
      const counted = Math.min(slice, current);
      if (counted >= current - SLICES) counts.set(counted, (counts.get(counted) ?? 0) + count);
    }
    return new SlidingWindow(
      [...counts].toSorted(([one], [other]) => one - other),
      sliceMs,
      now,
    );
  }

  get total(): number {
    return this.record.reduce((sum, [, count]) => sum + count, 0);
  }

  /** How long until another event is within the limit; 0 when it is now. */
  waitMs(limit: number): number {
    let excess = this.total - limit + 1;
    if (excess <= 0) return 0;
    for (const [slice, count] of this.record) {
      excess -= count;
      if (excess <= 0) return (slice + SLICES + 1) * this.sliceMs - this.now;
    }
    return 0;
  }

  add(): SlidingWindow {
    const current = Math.floor(this.now / this.sliceMs);
    const [last, ...older] = this.record.toReversed();
    const record =
      last?.[0] === current
        ? [...older.toReversed(), [current, last[1] + 1] as const]
        : [...this.record, [current, 1] as const];
    return this.with(record);
  }

  /** Takes the newest event back. */
  remove(): SlidingWindow {
    const last = this.record.at(-1);
    if (!last) return this;
    const [slice, count] = last;
    const older = this.record.slice(0, -1);
    return this.with(count > 1 ? [...older, [slice, count - 1]] : older);
  }

  private with(record: WindowRecord): SlidingWindow {
    return new SlidingWindow(record, this.sliceMs, this.now);
  }
}
