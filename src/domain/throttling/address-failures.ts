import { SlidingWindow, type WindowRecord } from './sliding-window.ts';

const MINUTE_MS = 60 * 1000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

const FIRST_BLOCK_MS = 5 * MINUTE_MS;
/** No block is longer, so one that seems to be was stored by a clock that was ahead. */
export const blockMsMax = HOUR_MS;

export interface FailureLimit {
  /** Failures within the window before the first block. */
  readonly failuresMax: number;
  readonly windowMs: number;
}

export interface AddressFailuresRecord {
  readonly generation: number;
  readonly failures: WindowRecord;
  readonly blockedUntil: number;
  /** How often it was blocked, and the last time. */
  readonly blocks: number;
  readonly lastBlockAt: number;
  readonly lastAttemptAt: number;
}

const NONE = { failures: [], blockedUntil: 0, blocks: 0, lastBlockAt: 0, lastAttemptAt: 0 };

/** The failed sign-ins with one e-mail from one network. Each time it is blocked, the block is twice as long. */
export class AddressFailures {
  private constructor(
    readonly record: AddressFailuresRecord,
    private readonly limit: FailureLimit,
    private readonly now: number,
  ) {}

  /** Ignores failures that were recorded under another generation. */
  static at(
    now: number,
    limit: FailureLimit,
    generation: number,
    stored: AddressFailuresRecord | undefined,
  ): AddressFailures {
    const found = stored?.generation === generation ? stored : { ...NONE, generation };
    const record = {
      ...found,
      failures: SlidingWindow.at(now, limit.windowMs, found.failures).record,
      blockedUntil: Math.min(found.blockedUntil, now + blockMsMax),
      lastBlockAt: Math.min(found.lastBlockAt, now),
      lastAttemptAt: Math.min(found.lastAttemptAt, now),
    };
    return new AddressFailures(record, limit, now);
  }

  /** The time until the block ends. */
  get waitMs(): number {
    return Math.max(0, this.record.blockedUntil - this.now);
  }

  get lastAttemptAt(): number {
    return this.record.lastAttemptAt;
  }

  /** One more attempt would exceed the limit. */
  get isFull(): boolean {
    return this.window.total >= this.limit.failuresMax;
  }

  /** The time at which the record can be deleted. */
  get expiresAt(): number {
    return this.now + (this.record.blocks > 0 ? DAY_MS : HOUR_MS) + this.limit.windowMs;
  }

  add(): AddressFailures {
    return this.with({ failures: this.window.add().record, lastAttemptAt: this.now });
  }

  takeBack(): AddressFailures {
    return this.with({ failures: this.window.remove().record, lastAttemptAt: 0 });
  }

  block(): AddressFailures {
    const { blocks, lastBlockAt } = this.record;
    const before = this.now - lastBlockAt < DAY_MS ? blocks : 0;
    const blockedUntil = this.now + Math.min(FIRST_BLOCK_MS * 2 ** before, blockMsMax);
    return this.with({ failures: [], blocks: before + 1, lastBlockAt: this.now, blockedUntil });
  }

  private get window(): SlidingWindow {
    return SlidingWindow.at(this.now, this.limit.windowMs, this.record.failures);
  }

  private with(changes: Partial<AddressFailuresRecord>): AddressFailures {
    return new AddressFailures({ ...this.record, ...changes }, this.limit, this.now);
  }
}
