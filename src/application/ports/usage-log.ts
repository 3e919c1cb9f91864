import type { AccountId } from '../../domain/accounts/account.ts';
import type { CallCount, ReadCount, UsageCount, UsageGrouping, UsageInterval } from '../../domain/usage/usage.ts';

/**
 * Keeps what accounts called and read, by the hour.
 *
 * What one account has is invisible to every other, and gone with the account.
 * Rejects with StorageUnavailable when the backend cannot answer. Every sentence here is tested
 * for every backend, by usage-log.contract.ts and its neighbour.
 */
export interface UsageLog {
  /**
   * Adds all of a batch, or nothing, and moves the last use of the key forward, never back.
   *
   * Once, however often it is sent: `known-already` means that this or a later batch of the same instance was applied
   * to the account before. An account that is not there gets nothing.
   */
  apply(batch: UsageBatch): Promise<'applied' | 'known-already' | 'no-account'>;

  /** What was counted in the hours that begin in this stretch, in no particular order. At most `limit` entries. */
  summarize(accountId: AccountId, question: UsageQuestion): Promise<readonly UsageCount[]>;

  /** When the key that the account has now was last used; undefined when never. */
  lastUsedAt(accountId: AccountId): Promise<Date | undefined>;

  /**
   * Deletes hours before the one moment, and what is remembered of instances whose last sequence number is from before
   * the other. Any number of instances may do so at once. Storage that lets things expire need not wait to be told.
   */
  forget(before: ForgetLimits): Promise<void>;
}

/** What an instance counted for one account since its batch before. */
export interface UsageBatch {
  readonly accountId: AccountId;
  /** Which process counted. */
  readonly instance: string;
  /** Rises from batch to batch of an instance. It is about the time, in milliseconds, so that it tells its age. */
  readonly sequence: number;
  readonly calls: readonly CallCount[];
  readonly reads: readonly ReadCount[];
  readonly lastUsedAt: Date;
  /** For how long, at least, these hours are kept. */
  readonly retentionDays: number;
}

/** For how long an instance's last sequence number is remembered: a batch must not be sent again any later. */
export const SEQUENCE_MEMORY_MS = 2 * 24 * 3_600_000;

export interface UsageQuestion {
  readonly from: Date;
  /** Not included. */
  readonly to: Date;
  readonly interval: UsageInterval;
  readonly groupBy: UsageGrouping;
  readonly limit: number;
}

export interface ForgetLimits {
  readonly hours: Date;
  readonly sequences: Date;
}
