import { setTimeout as delay } from 'node:timers/promises';
import type {
  AttemptCount,
  CountedAttempt,
  SignInAttempt,
  SignInThrottle,
} from '../../../application/ports/sign-in-throttle.ts';
import type { AddressFailures } from '../../../domain/throttling/address-failures.ts';
import type { SharedRecords } from '../records/shared-records.ts';
import {
  addToAll,
  type Counter,
  changeCount,
  FULL_MS,
  type ReadCounter,
  readCounters,
  takeBackFromAll,
} from './counters.ts';
import { accountCounter, knownAddress, type SignInCounters, signInCounters } from './sign-in-counters.ts';

/** The time is longer than verifying a password takes, even on a busy machine. */
const SETTLE_MS = 300;

/** The counters that apply to an attempt, as they were read. */
interface Situation {
  readonly all: SignInCounters;
  readonly applicable: readonly ReadCounter[];
  readonly isFromKnownAddress: boolean;
}

type Tried = AttemptCount | { readonly kind: 'full'; readonly key: string };

export class RecordedSignInThrottle implements SignInThrottle {
  constructor(private readonly records: SharedRecords) {}

  async waitMs(attempt: SignInAttempt): Promise<number> {
    const { applicable } = await this.read(attempt);
    const waitMs = Math.max(...applicable.map(({ parse, text }) => parse(text).waitMs));
    if (waitMs > 0) await this.storeAsRead(applicable, attempt.at);
    return waitMs;
  }

  /**
   * Earlier attempts may still succeed: a fleet that signs in concurrently on many instances is counted faster than its
   * successes are recorded. So an attempt above the limit waits for them to end, and is counted again.
   */
  async count(attempt: SignInAttempt): Promise<AttemptCount> {
    const first = await this.tryToCount(attempt);
    if (first.kind !== 'full') return first;
    await delay(SETTLE_MS);
    const second = await this.tryToCount(attempt);
    if (second.kind !== 'full') return second;
    return { kind: 'throttled', waitMs: await this.block(attempt, second.key) };
  }

  async withdraw(attempt: CountedAttempt): Promise<void> {
    const { all } = await this.read(attempt);
    await takeBackFromAll(this.records, applicableOf(all, attempt.isFromKnownAddress), attempt.at);
  }

  async recordSuccess(attempt: CountedAttempt): Promise<void> {
    const { all } = await this.read(attempt);
    await Promise.all([
      ...[all.known, ...all.addresses].map((counter) => changeCount(this.records, counter, attempt.at, () => 'delete')),
      attempt.isFromKnownAddress ? undefined : takeBackFromAll(this.records, all.networks, attempt.at),
      this.recordOpened(attempt),
    ]);
  }

  async recordOpened(attempt: SignInAttempt): Promise<void> {
    const counter = accountCounter(attempt.email, attempt.at);
    const address = knownAddress(attempt);
    await changeCount(this.records, counter, attempt.at, (account) => account.succeedFrom(address));
  }

  async unblock(email: string, at: Date): Promise<void> {
    await changeCount(this.records, accountCounter(email, at), at, (account) => account.unblock());
  }

  private async tryToCount(attempt: SignInAttempt): Promise<Tried> {
    const { applicable, isFromKnownAddress } = await this.read(attempt);
    const rejected = await addToAll(this.records, applicable, attempt.at);
    if (!rejected) return { kind: 'counted', attempt: { ...attempt, isFromKnownAddress } };
    const { counter, waitMs } = rejected;
    return waitMs === FULL_MS ? { kind: 'full', key: counter.key } : { kind: 'throttled', waitMs };
  }

  /** Only the first attempt above the limit starts a block; later ones do not prolong it. */
  private async block(attempt: SignInAttempt, key: string): Promise<number> {
    const { all } = await this.read(attempt);
    let waitMs = 0;
    const block = (count: AddressFailures) => {
      const blocked = count.waitMs > 0 ? count : count.block();
      waitMs = blocked.waitMs;
      return blocked;
    };
    const counters = [all.known, ...all.addresses].filter((counter) => counter.key === key);
    for (const counter of counters) await changeCount(this.records, counter, attempt.at, block);
    return waitMs;
  }

  private async read(attempt: SignInAttempt): Promise<Situation> {
    const context = { generation: 0, lastAttemptAt: 0 };
    const all = signInCounters(attempt, context);
    const { account, known, addresses, networks } = all;
    const found = await readCounters(this.records, [account, known, ...addresses, ...networks]);
    const texts = new Map(found.map(({ key, text }) => [key, text]));

    const failures = account.parse(texts.get(account.key));
    context.generation = failures.generation;
    const widest = addresses.at(-1);
    context.lastAttemptAt = widest?.parse(texts.get(widest.key)).lastAttemptAt ?? 0;
    const isFromKnownAddress = failures.isKnown(knownAddress(attempt));
    const applicable = applicableOf(all, isFromKnownAddress).map((counter) => ({
      ...counter,
      text: texts.get(counter.key),
    }));
    return { all, applicable, isFromKnownAddress };
  }

  /** A clock that was ahead may have stored times of the future. Stored as of now, they are over within an hour. */
  private async storeAsRead(counters: readonly ReadCounter[], at: Date): Promise<void> {
    const stored = counters.filter(({ text }) => text !== undefined);
    await Promise.all(stored.map((counter) => changeCount(this.records, counter, at, (count) => count, counter)));
  }
}

/**
 * The counters in the order in which they are counted. The account comes first: taking its count back restores what it
 * was. From a known address, nothing else counts.
 */
const applicableOf = (
  { account, known, addresses, networks }: SignInCounters,
  isFromKnownAddress: boolean,
): readonly Counter[] => (isFromKnownAddress ? [known] : [account, ...networks, ...addresses]);
