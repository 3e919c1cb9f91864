import type { RejectionDelay } from '../../../application/ports/sign-in-throttle.ts';

/** Random, so that clients that were rejected together do not return together. */
const DELAY_MS = { min: 250, max: 750 };
/** Each takes memory and a connection. Beyond that, a rejection is sent at once. */
const WAITING_MAX = 1000;

export class TimedRejectionDelay implements RejectionDelay {
  private waiting = 0;

  async wait(): Promise<void> {
    if (this.waiting >= WAITING_MAX) return;
    this.waiting += 1;
    const delayMs = DELAY_MS.min + Math.random() * (DELAY_MS.max - DELAY_MS.min);
    await new Promise((resolve) => setTimeout(resolve, delayMs));
    this.waiting -= 1;
  }
}
