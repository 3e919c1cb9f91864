import type { Logger } from 'pino';

const HOUR_MS = 3_600_000;

/** Deletes what is too old at the start and every hour. It never throws. */
export class RetentionSchedule {
  private timer: NodeJS.Timeout | undefined;
  private stopped = false;

  constructor(
    private readonly deletion: { execute(): Promise<unknown> },
    private readonly log: Logger,
    private readonly failure: string,
  ) {}

  start(): void {
    this.timer = setInterval(() => this.run(), HOUR_MS).unref();
    void this.run();
  }

  /** Does not wait: the next start continues. */
  stop(): void {
    this.stopped = true;
    clearInterval(this.timer);
  }

  private async run(): Promise<void> {
    try {
      await this.deletion.execute();
    } catch (error) {
      // The storage may be closed while this is running.
      if (!this.stopped) this.log.warn({ err: error }, this.failure);
    }
  }
}
