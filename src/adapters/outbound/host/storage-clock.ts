import type { Clock } from '../../../application/ports/environment.ts';
import type { StorageAdministration } from '../../../application/ports/storage/storage-administration.ts';

const MEASURE_MS = 5000;
/** The clocks of one machine drift apart by less between two measurements, unless one of them was set. */
const STEP_MS = 250;
/** Both clocks are read in whole milliseconds. */
const PRECISION_MS = 1;

export interface MachineClocks {
  /** Can be wrong, and can be set while the process runs. */
  wallMs(): number;
  /** Never set, but may not count the time that the machine sleeps. */
  elapsedMs(): number;
}

export const machineClocks: MachineClocks = { wallMs: () => Date.now(), elapsedMs: () => performance.now() };

interface Measurement {
  readonly wallMs: number;
  readonly elapsedMs: number;
  /** How far the storage's clock was ahead of the machine's. */
  readonly aheadMs: number;
}

/**
 * Shows the time of the storage, which all instances share. With the times of their machines, a label that was moved by one whose
 * clock is ahead would still point to its old version in reads as of now. SQLite has no clock but that of this machine.
 *
 * Between measurements, the machine's clock is corrected by the last one. If it was set since then, the time that has elapsed is
 * added to the last measurement instead, until the next one, which follows at once.
 */
export class StorageClock implements Clock {
  private last: Measurement | undefined;
  private timer: NodeJS.Timeout | undefined;
  private measuring: Promise<void> | undefined;
  private hasSeenStep = false;

  constructor(
    private readonly storage: Pick<StorageAdministration, 'ping'>,
    private readonly machine: MachineClocks = machineClocks,
  ) {}

  now(): Date {
    return new Date(this.estimateMs(this.machine.wallMs()));
  }

  /** Rejects with StorageUnavailable. From then on, measures every few seconds. */
  async follow(): Promise<void> {
    await this.measure();
    if (this.last) this.timer ??= setInterval(() => this.measureAgain(), MEASURE_MS).unref();
  }

  close(): void {
    clearInterval(this.timer);
  }

  private estimateMs(wallMs: number): number {
    if (!this.last) return wallMs;
    const { last } = this;
    const expectedMs = last.wallMs + (this.machine.elapsedMs() - last.elapsedMs);
    if (Math.abs(wallMs - expectedMs) <= STEP_MS) return wallMs + last.aheadMs;
    if (!this.hasSeenStep) this.measureAgain();
    this.hasSeenStep = true;
    return expectedMs + last.aheadMs;
  }

  /** One at a time. Never rejects: every request reports an outage already, and the timer asks again. */
  private measureAgain(): void {
    this.measuring ??= this.measure()
      .catch(() => {})
      .finally(() => {
        this.measuring = undefined;
      });
  }

  /**
   * The storage read its clock while we waited, so that its time is now between the one it returned and that plus the wait.
   * Corrects no more than that proves: clocks that agree are left alone, however long the storage took.
   */
  private async measure(): Promise<void> {
    const sentMs = this.machine.elapsedMs();
    const { time } = await this.storage.ping();
    if (!time) return;
    const [elapsedMs, wallMs] = [this.machine.elapsedMs(), this.machine.wallMs()];
    const lowestMs = time.getTime() - PRECISION_MS;
    const highestMs = time.getTime() + PRECISION_MS + (elapsedMs - sentMs);
    const storageMs = Math.min(Math.max(this.estimateMs(wallMs), lowestMs), highestMs);
    this.last = { wallMs, elapsedMs, aheadMs: storageMs - wallMs };
    this.hasSeenStep = false;
  }
}
