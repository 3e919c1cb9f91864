import { createHash } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { type RateLimiterAbstract, RateLimiterRes } from 'rate-limiter-flexible';
import type { SignInAttempt, SignInThrottle } from '../../../application/ports/sign-in-throttle.ts';
import { networkOf } from './network-of.ts';

const MINUTE_SECONDS = 60;
const HOUR_SECONDS = 60 * MINUTE_SECONDS;

export interface CounterOptions {
  readonly keyPrefix: string;
  readonly points: number;
  /** Seconds. */
  readonly duration: number;
}

/** Makes a counter that is shared by all instances on one storage. */
export type MakeCounter = (options: CounterOptions) => RateLimiterAbstract;

/** Failures that are free, how long the first block lasts, and the longest. */
const FREE_FAILURES = 5;
const FIRST_BLOCK_SECONDS = 5 * MINUTE_SECONDS;
const LONGEST_BLOCK_SECONDS = HOUR_SECONDS;
const FAILURES_PER_ADDRESS = 100;
/** Longer than verifying a password takes, even on a busy machine. */
const SETTLE_MS = 300;

/**
 * Five failures per e-mail and address in five minutes, then a block that doubles each time up to an hour;
 * a hundred failures per address in an hour, whatever the e-mail. IPv6 addresses count by their /64 network.
 */
export class RateLimitedSignIns implements SignInThrottle {
  private readonly failures: RateLimiterAbstract;
  /** How often a pair was blocked in the last day. */
  private readonly blocks: RateLimiterAbstract;
  private readonly addressFailures: RateLimiterAbstract;

  constructor(
    makeCounter: MakeCounter,
    private readonly translateError: (error: unknown) => unknown,
  ) {
    this.failures = makeCounter({ keyPrefix: 'pair', points: FREE_FAILURES, duration: FIRST_BLOCK_SECONDS });
    this.blocks = makeCounter({ keyPrefix: 'block', points: 1, duration: 24 * HOUR_SECONDS });
    this.addressFailures = makeCounter({ keyPrefix: 'addr', points: FAILURES_PER_ADDRESS, duration: HOUR_SECONDS });
  }

  waitMs(attempt: SignInAttempt): Promise<number> {
    return this.withTranslatedErrors(async () => {
      const [pair, address] = await Promise.all([
        this.failures.get(pairKey(attempt)),
        this.addressFailures.get(networkOf(attempt.address)),
      ]);
      return Math.max(remaining(pair, FREE_FAILURES), remaining(address, FAILURES_PER_ADDRESS));
    });
  }

  count(attempt: SignInAttempt): Promise<number> {
    return this.withTranslatedErrors(async () => {
      const byAddress = await consume(this.addressFailures, networkOf(attempt.address));
      if (byAddress.consumedPoints > FAILURES_PER_ADDRESS) return byAddress.msBeforeNext;

      const byPair = await consume(this.failures, pairKey(attempt));
      if (byPair.consumedPoints <= FREE_FAILURES) return 0;
      return (await this.isWithinLimitLater(attempt)) ? 0 : this.block(attempt, byPair);
    });
  }

  withdraw(attempt: SignInAttempt): Promise<void> {
    return this.withTranslatedErrors(async () => {
      await Promise.all([
        this.failures.reward(pairKey(attempt)),
        this.addressFailures.reward(networkOf(attempt.address)),
      ]);
    });
  }

  forgive(attempt: SignInAttempt): Promise<void> {
    return this.withTranslatedErrors(async () => {
      const key = pairKey(attempt);
      await Promise.all([
        this.failures.delete(key),
        this.blocks.delete(key),
        this.addressFailures.reward(networkOf(attempt.address)),
      ]);
    });
  }

  /**
   * Earlier attempts may still succeed: a fleet that signs in concurrently on many instances is counted faster than it is
   * forgiven. So an attempt above the limit waits for them to end, and is counted again.
   */
  private async isWithinLimitLater(attempt: SignInAttempt): Promise<boolean> {
    await delay(SETTLE_MS);
    const now = await this.failures.get(pairKey(attempt));
    if (now && now.consumedPoints > FREE_FAILURES) return false;
    return (await consume(this.failures, pairKey(attempt))).consumedPoints <= FREE_FAILURES;
  }

  /** Only the first attempt above the limit starts a block; later ones do not prolong it. */
  private async block(attempt: SignInAttempt, { consumedPoints, msBeforeNext }: RateLimiterRes): Promise<number> {
    if (consumedPoints !== FREE_FAILURES + 1) return msBeforeNext;
    const key = pairKey(attempt);
    const { consumedPoints: times } = await this.blocks.penalty(key);
    const seconds = Math.min(FIRST_BLOCK_SECONDS * 2 ** (times - 1), LONGEST_BLOCK_SECONDS);
    await this.failures.block(key, seconds);
    return seconds * 1000;
  }

  private async withTranslatedErrors<Result>(work: () => Promise<Result>): Promise<Result> {
    try {
      return await work();
    } catch (error) {
      throw this.translateError(error);
    }
  }
}

/** A digest, because the typed text can have any length and may be private. */
function pairKey({ email, address }: SignInAttempt): string {
  return createHash('sha256')
    .update(`${networkOf(address)}\0${email}`)
    .digest('base64url');
}

/** The library rejects with its result when the limit is reached; this resolves with it in both cases. */
async function consume(counter: RateLimiterAbstract, key: string): Promise<RateLimiterRes> {
  try {
    return await counter.consume(key);
  } catch (error) {
    if (error instanceof RateLimiterRes) return error;
    throw error;
  }
}

const remaining = (result: RateLimiterRes | null, points: number): number =>
  result && result.consumedPoints > points ? result.msBeforeNext : 0;
