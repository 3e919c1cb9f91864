import type { Logger } from 'pino';
import type { CheckReadiness, Readiness } from '../../../application/diagnose/check-readiness.ts';
import type { StorageAdministration } from '../../../application/ports/storage/storage-administration.ts';
import { StorageUnavailable } from '../../../application/ports/storage/storage-unavailable.ts';

/** Often enough to notice that there is room again, and that a clock was set. */
const CHECK_MS = 10_000;

/** Watches the free space and the clock of the storage, and logs when either becomes a problem or no longer is one. */
export class StorageWatch {
  private timer: NodeJS.Timeout | undefined;
  private checking: Promise<void> | undefined;
  private readiness: Readiness = { kind: 'ready', isNearlyFull: false, clockOffMs: 0 };

  constructor(
    private readonly checkReadiness: CheckReadiness,
    private readonly storage: Pick<StorageAdministration, 'reserveSpace'>,
    private readonly log: Logger,
  ) {}

  /** Result of the last check. */
  get latest(): Readiness {
    return this.readiness;
  }

  /** Resolves after the first check. */
  start(): Promise<void> {
    this.timer = setInterval(() => this.check(), CHECK_MS).unref();
    return this.check();
  }

  async stop(): Promise<void> {
    clearInterval(this.timer);
    await this.checking;
  }

  /** One at a time. Never rejects. */
  private check(): Promise<void> {
    this.checking ??= this.checkOnce().finally(() => {
      this.checking = undefined;
    });
    return this.checking;
  }

  private async checkOnce(): Promise<void> {
    try {
      await this.storage.reserveSpace();
      const found = await this.checkReadiness.execute();
      this.logChange(this.readiness, found);
      this.readiness = found;
    } catch (error) {
      // Every request reports an outage already.
      if (!(error instanceof StorageUnavailable)) this.log.error({ err: error }, 'storage could not be checked');
    }
  }

  private logChange(before: Readiness, now: Readiness): void {
    if (now.isNearlyFull !== before.isNearlyFull) {
      if (now.isNearlyFull) this.log.error('storage is nearly full: content is rejected until there is room');
      else this.log.info('storage has room again: content is accepted');
    }
    if (now.kind === before.kind) return;
    const about = { clockOffSeconds: Math.round(now.clockOffMs / 1000) };
    if (now.kind === 'clock-off')
      this.log.error(about, 'clock differs from the storage’s by more than 5 minutes: not ready');
    else if (before.kind === 'clock-off') this.log.info(about, 'clock agrees with the storage again: ready');
  }
}
