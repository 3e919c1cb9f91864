import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { DeleteExpired } from '../../../application/maintenance/delete-expired.ts';
import { StorageUnavailable } from '../../../application/ports/storage/storage-unavailable.ts';
import type { DeliverWebhooks } from '../../../application/webhooks/delivery/deliver-webhooks.ts';
import { RetentionSchedule } from './retention-schedule.ts';

const TICK_MS = 1000;

/** Shares of the time that stopping may take: attempts in flight end by themselves in the first, leases are given back in the second. */
export interface StopTimes {
  readonly finishMs: number;
  readonly giveBackMs: number;
}

const STOP_TIMES: StopTimes = { finishMs: 4000, giveBackMs: 2000 };

/** Delivers events every second, and deletes old deliveries every hour. It never throws. */
export class WebhookSchedule {
  private readonly retention: RetentionSchedule;
  private timer: NodeJS.Timeout | undefined;
  private ticking: Promise<void> | undefined;
  private storageIsAway = false;

  constructor(
    private readonly deliverWebhooks: DeliverWebhooks,
    deleteOldDeliveries: DeleteExpired,
    private readonly log: Logger,
    private readonly stopTimes: StopTimes = STOP_TIMES,
  ) {
    this.retention = new RetentionSchedule(deleteOldDeliveries, log, 'old deliveries were not deleted');
  }

  start(): void {
    this.timer = setInterval(() => this.tick(), TICK_MS).unref();
    void this.tick();
    this.retention.start();
  }

  /**
   * Attempts in flight end, or are given back with the leases: another instance continues with them. Ends in time whatever
   * receivers and the storage do; leases that could not be given back expire.
   */
  async stop(): Promise<void> {
    this.retention.stop();
    clearInterval(this.timer);
    const { finishMs, giveBackMs } = this.stopTimes;
    const timeUp = delay(finishMs, undefined, { ref: false });
    const deadline = delay(finishMs + giveBackMs, undefined, { ref: false });
    await Promise.race([this.giveBack(timeUp), deadline]);
  }

  private async giveBack(timeUp: Promise<void>): Promise<void> {
    await this.ticking;
    await this.deliverWebhooks.stop(timeUp);
  }

  /** One at a time. Never rejects. */
  private tick(): Promise<void> {
    this.ticking ??= this.tickOnce().finally(() => {
      this.ticking = undefined;
    });
    return this.ticking;
  }

  private async tickOnce(): Promise<void> {
    try {
      await this.deliverWebhooks.tick();
      this.storageIsAway = false;
    } catch (error) {
      if (!(error instanceof StorageUnavailable)) this.log.error({ err: error }, 'webhooks were not delivered');
      else if (!this.storageIsAway) this.log.warn({ err: error }, 'webhooks wait for the storage');
      this.storageIsAway ||= error instanceof StorageUnavailable;
    }
  }
}
