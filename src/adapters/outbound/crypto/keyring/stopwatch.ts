/** Elapsed time that includes time asleep, and is not affected when the clock is set back. */
export class Stopwatch {
  static readonly never = new Stopwatch(Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY);

  private constructor(
    private readonly running: number,
    private readonly clock: number,
  ) {}

  static now(): Stopwatch {
    return new Stopwatch(performance.now(), Date.now());
  }

  ms(): number {
    return Math.max(performance.now() - this.running, Date.now() - this.clock);
  }
}
