import type { Logger } from 'pino';
import type { ChangeWatch, WatchReport } from '../../../application/changes/watch/change-watch.ts';
import type { StorageUnavailable } from '../../../application/ports/storage/storage-unavailable.ts';

const TICK_MS = 1000;

/** Checks all accounts with open streams every second. */
export class ChangeSchedule {
  private timer: NodeJS.Timeout | undefined;

  constructor(private readonly watch: ChangeWatch) {}

  start(): void {
    this.timer = setInterval(() => this.watch.tick(), TICK_MS).unref();
  }

  /** Waits for checks in progress: they need the storage. */
  async stop(): Promise<void> {
    clearInterval(this.timer);
    await this.watch.idle();
  }
}

const OUTAGE_LOG_MS = 60_000;

/** Logs an outage once a minute at most: it affects every account, every second. */
export class LoggedWatchReport implements WatchReport {
  private loggedAt = Number.NEGATIVE_INFINITY;

  constructor(private readonly log: Logger) {}

  unavailable(error: StorageUnavailable): void {
    if (performance.now() - this.loggedAt < OUTAGE_LOG_MS) return;
    this.loggedAt = performance.now();
    this.log.warn({ err: error }, 'event streams wait for the storage');
  }

  failed(error: unknown): void {
    this.log.error({ err: error }, 'event streams of an account were ended');
  }
}
