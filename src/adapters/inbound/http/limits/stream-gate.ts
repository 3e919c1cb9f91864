import type { AccountId } from '../../../../domain/accounts/account.ts';
import { type Gate, KeyedLimiter } from '../../../limits/keyed-limiter.ts';

export interface StreamLimits {
  readonly streamsMax: number;
  readonly streamsPerAccountMax: number;
  /** Fewer than an account may have, so that a program with its key never takes all streams of its dashboard. */
  readonly streamsPerKeyMax: number;
}

export const STREAM_LIMITS: StreamLimits = { streamsMax: 2000, streamsPerAccountMax: 100, streamsPerKeyMax: 90 };

/** An account, and whether its stream was opened with its key or by its dashboard. A text, which workers can send. */
export type StreamOwner = `${'key' | 'session'} ${AccountId}`;

/** Limits the number of streams. None waits. */
export class StreamGate implements Gate<StreamOwner> {
  readonly #all: KeyedLimiter;
  readonly #withKey: KeyedLimiter;

  constructor({ streamsMax, streamsPerAccountMax, streamsPerKeyMax }: StreamLimits = STREAM_LIMITS) {
    this.#all = new KeyedLimiter({
      concurrentMax: streamsMax,
      concurrentPerKeyMax: streamsPerAccountMax,
      waitingPerKeyMax: 0,
    });
    this.#withKey = new KeyedLimiter({ concurrentPerKeyMax: streamsPerKeyMax, waitingPerKeyMax: 0 });
  }

  enter(owner: StreamOwner): boolean {
    const [credential, account = ''] = owner.split(' ', 2);
    if (credential === 'key' && this.#withKey.enter(account) !== true) return false;
    if (this.#all.enter(account) === true) return true;
    if (credential === 'key') this.#withKey.leave(account);
    return false;
  }

  leave(owner: StreamOwner): void {
    const [credential, account = ''] = owner.split(' ', 2);
    if (credential === 'key') this.#withKey.leave(account);
    this.#all.leave(account);
  }
}
