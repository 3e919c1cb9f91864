import type { Logger } from 'pino';
import type { DeleteExpired } from '../../../application/maintenance/delete-expired.ts';

const HOUR_MS = 3_600_000;

/** Deletes old changes at the start and every hour. It never throws. */
export class ChangeRetentionSchedule {
  private timer: NodeJS.Timeout | undefined;
  private stopped = false;

  constructor(
    private readonly deleteOldChanges: Pick<DeleteExpired, 'execute'>,
    private readonly log: Logger,
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
      await this.deleteOldChanges.execute();
    } catch (error) {
      // The storage may be closed while this is running.
      if (!this.stopped) this.log.warn({ err: error }, 'old changes were not deleted, and will be in an hour');
    }
  }
}
