import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { DeleteOldUsage } from '../../../application/usage/delete-old-usage.ts';
import type { FlushUsage } from '../../../application/usage/flush-usage.ts';
import { RetentionSchedule } from './retention-schedule.ts';

const FLUSH_MS = 1000;
const RETRY_MS = 100;

/** Writes the counts every second and once more at the end, and deletes old ones every hour. It never throws. */
export class UsageSchedule {
  private readonly retention: RetentionSchedule;
  private timer: NodeJS.Timeout | undefined;
  private flushing: Promise<void> | undefined;
  private storageIsAway = false;

  constructor(
    private readonly flushUsage: FlushUsage,
    deleteOldUsage: DeleteOldUsage,
    private readonly log: Logger,
  ) {
    this.retention = new RetentionSchedule(deleteOldUsage, log, 'old usage was not deleted');
  }

  start(): void {
    this.timer = setInterval(() => this.flush(), FLUSH_MS).unref();
    this.retention.start();
  }

  /** Called when no more requests can come. Tries until all is written or the `performance.now()` deadline passes. */
  async stop(deadline: number): Promise<void> {
    this.retention.stop();
    clearInterval(this.timer);
    await Promise.race([this.flushAll(deadline), delay(deadline - performance.now(), undefined, { ref: false })]);
    const waiting = this.flushUsage.waiting();
    if (waiting.calls > 0) this.log.error(waiting, 'usage could not be written and is lost');
  }

  private async flushAll(deadline: number): Promise<void> {
    // One that is under way may have begun before the last request ended.
    await this.flushing;
    await this.flush();
    while (this.flushUsage.waiting().calls > 0 && performance.now() < deadline) {
      await delay(RETRY_MS);
      await this.flush();
    }
  }

  /** One at a time: who asks while one is under way waits for that one. */
  private flush(): Promise<void> {
    this.flushing ??= this.flushOnce().finally(() => {
      this.flushing = undefined;
    });
    return this.flushing;
  }

  private async flushOnce(): Promise<void> {
    try {
      const { outage, errors } = await this.flushUsage.execute();
      for (const error of errors) this.log.error({ err: error }, 'usage of an account is lost');
      if (outage && !this.storageIsAway) this.log.warn({ err: outage }, 'usage waits for the storage');
      this.storageIsAway = outage !== undefined;
    } catch (error) {
      this.log.error({ err: error }, 'usage was not written');
    }
  }
}
