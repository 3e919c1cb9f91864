import { SlidingWindow, type WindowRecord } from './sliding-window.ts';

const HOUR_MS = 60 * 60 * 1000;

/** Events of one network within the last hour. */
export class NetworkCount {
  private constructor(
    private readonly window: SlidingWindow,
    private readonly limit: number,
    private readonly now: number,
  ) {}

  static at(now: number, limit: number, stored: WindowRecord = []): NetworkCount {
    return new NetworkCount(SlidingWindow.at(now, HOUR_MS, stored), limit, now);
  }

  get record(): WindowRecord {
    return this.window.record;
  }

  get waitMs(): number {
    return this.window.waitMs(this.limit);
  }

  /** The time at which the count can be deleted. */
  get expiresAt(): number {
    return this.now + 2 * HOUR_MS;
  }

  add(): NetworkCount {
    return new NetworkCount(this.window.add(), this.limit, this.now);
  }

  takeBack(): NetworkCount {
    return new NetworkCount(this.window.remove(), this.limit, this.now);
  }
}
