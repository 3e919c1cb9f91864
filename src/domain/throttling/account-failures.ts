const MINUTE_MS = 60 * 1000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/** Limits the failures without a success in between, from all addresses that never signed in to the account. */
const CONSECUTIVE_FAILURES_MAX = 100;
/** Beyond that limit, one attempt is allowed in this time. */
const SLOW_ATTEMPT_MS = MINUTE_MS;
/** Each network may make one attempt in this time, so that one network cannot take every attempt. */
const SLOW_NETWORK_MS = 10 * MINUTE_MS;
/** An account that is left alone for this long starts over. */
const FAILURES_MS = DAY_MS;

/** An address is known for this long after the last success. */
const KNOWN_MS = 30 * DAY_MS;
const KNOWN_ADDRESSES_MAX = 20;
/** A success is recorded again only after this long, so that not every sign-in has to write. */
const KNOWN_PRECISION_MS = DAY_MS;
/** Records last longer than addresses are known, so that a clock that is a year ahead does not delete them. */
const KNOWN_RECORD_MS = 400 * DAY_MS;

export interface AccountFailuresRecord {
  /** Changed by an operator who unblocks the account. */
  readonly generation: number;
  readonly failures: number;
  readonly lastFailureAt: number;
  /** The last attempt beyond the limit. */
  readonly slowAttemptAt: number;
  /** Digests of the addresses that signed in, newest first. Old ones stay: the clock may be wrong. */
  readonly known: readonly (readonly [address: string, at: number])[];
}

const NONE: AccountFailuresRecord = { generation: 0, failures: 0, lastFailureAt: 0, slowAttemptAt: 0, known: [] };

/** The consecutive failures of one e-mail, whether it has an account or not, and the addresses that succeeded. */
export class AccountFailures {
  private constructor(
    readonly record: AccountFailuresRecord,
    private readonly now: number,
    private readonly lastAttemptAt: number,
  ) {}

  /** The state for an attempt from a network that last tried at `lastAttemptAt`. */
  static at(now: number, stored: AccountFailuresRecord = NONE, lastAttemptAt = 0): AccountFailures {
    const isOver = now - stored.lastFailureAt >= FAILURES_MS;
    const record = {
      ...stored,
      failures: isOver ? 0 : stored.failures,
      lastFailureAt: Math.min(stored.lastFailureAt, now),
      slowAttemptAt: Math.min(stored.slowAttemptAt, now),
      known: stored.known.map(([address, at]) => [address, Math.min(at, now)] as const),
    };
    return new AccountFailures(record, now, lastAttemptAt);
  }

  get generation(): number {
    return this.record.generation;
  }

  isKnown(address: string): boolean {
    return this.record.known.some(([known, at]) => known === address && this.now - at < KNOWN_MS);
  }

  /** The wait for an address that is not known. */
  get waitMs(): number {
    if (!this.isSlow) return 0;
    const next = Math.max(this.record.slowAttemptAt + SLOW_ATTEMPT_MS, this.lastAttemptAt + SLOW_NETWORK_MS);
    return Math.max(0, next - this.now);
  }

  add(): AccountFailures {
    return this.with({
      failures: this.record.failures + 1,
      lastFailureAt: this.now,
      slowAttemptAt: this.isSlow ? this.now : this.record.slowAttemptAt,
    });
  }

  takeBack(): AccountFailures {
    const { failures, slowAttemptAt } = this.record;
    return this.with({
      failures: Math.max(0, failures - 1),
      slowAttemptAt: slowAttemptAt === this.now ? 0 : slowAttemptAt,
    });
  }

  succeedFrom(address: string): AccountFailures {
    const reset = this.with({ failures: 0, slowAttemptAt: 0 });
    const recordedAt = this.record.known.find(([known]) => known === address)?.[1];
    if (recordedAt !== undefined && this.now - recordedAt < KNOWN_PRECISION_MS) return reset;
    const others = this.record.known.filter(([known]) => known !== address);
    return reset.with({ known: [[address, this.now] as const, ...others].slice(0, KNOWN_ADDRESSES_MAX) });
  }

  /** Starts a new generation, so that failures of all addresses start over. */
  unblock(): AccountFailures {
    return this.with({ failures: 0, slowAttemptAt: 0, generation: Math.max(this.generation + 1, this.now) });
  }

  /** The time at which the record can be deleted. */
  get expiresAt(): number {
    return this.now + (this.record.known.length > 0 ? KNOWN_RECORD_MS : 2 * FAILURES_MS);
  }

  private get isSlow(): boolean {
    return this.record.failures >= CONSECUTIVE_FAILURES_MAX;
  }

  private with(changes: Partial<AccountFailuresRecord>): AccountFailures {
    return new AccountFailures({ ...this.record, ...changes }, this.now, this.lastAttemptAt);
  }
}
