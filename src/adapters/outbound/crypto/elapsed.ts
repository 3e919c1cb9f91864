/** The time since a moment. It goes on while the machine sleeps, and does not go back when its clock is set back. */
export class Elapsed {
  static readonly never = new Elapsed(Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY);

  private constructor(
    private readonly running: number,
    private readonly clock: number,
  ) {}

  static now(): Elapsed {
    return new Elapsed(performance.now(), Date.now());
  }

  ms(): number {
    return Math.max(performance.now() - this.running, Date.now() - this.clock);
  }
}
