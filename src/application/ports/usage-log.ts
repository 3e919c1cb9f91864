import type { AccountId } from '../../domain/accounts/account.ts';
import type { PromptId } from '../../domain/naming/prompt-name.ts';
import type { Caller } from '../../domain/usage/caller.ts';
import type { CallerCollection } from '../../domain/usage/caller-address.ts';
import type { PromptCounts } from '../../domain/usage/prompt-usage.ts';
import type { RefusedCall } from '../../domain/usage/refused-call.ts';
import type {
  CallCount,
  PromptCallCount,
  ReadCount,
  UsageCount,
  UsageGrouping,
  UsageInterval,
} from '../../domain/usage/usage.ts';

/**
 * Stores the hourly counts of calls and reads of each account, its callers and its latest refused calls.
 *
 * The usage of an account is invisible to every other account, and removed with the account.
 * Rejects with StorageUnavailable when the backend does not respond. Every sentence here is tested
 * for every backend, by usage-log.contract.ts and its neighbours.
 */
export interface UsageLog {
  /**
   * Adds all of a batch, or nothing, and moves the last use of the key forward, never back.
   *
   * The 100 callers that were seen last remain; of the label reads of each, the newest per prompt and label,
   * and of these the newest 20. The latest 100 refused calls remain.
   *
   * Idempotent: `known-already` means that this or a later batch of the same instance was already applied
   * to the account. Nothing is stored for an account that does not exist.
   */
  apply(batch: UsageBatch): Promise<'applied' | 'known-already' | 'no-account'>;

  /** The counts of the hours that begin in this range, in no particular order. At most `limit` entries. */
  summarize(accountId: AccountId, query: UsageQuery): Promise<readonly UsageCount[]>;

  /** The counts of a prompt in the hours that begin in this range, added up, in no particular order. */
  countPrompt(accountId: AccountId, promptId: PromptId, hours: HourRange): Promise<PromptCounts>;

  /** The last use of the key that the account has now; undefined when never. */
  lastUsedAt(accountId: AccountId): Promise<Date | undefined>;

  /** Callers, and the label reads of each, are in no particular order. */
  listCallers(accountId: AccountId): Promise<readonly StoredCaller[]>;

  /** Calls are in no particular order. */
  listRefusedCalls(accountId: AccountId): Promise<readonly RefusedCall[]>;

  /**
   * Deletes the callers of all accounts that would not be stored under this setting; with `off`, all. Of refused calls, it
   * deletes only the address that would not be stored; with `off`, also the name of the caller.
   */
  deleteCallersExcept(collection: CallerCollection): Promise<void>;

  /**
   * Deletes hours before one cutoff, callers that were last seen before another, with refused calls before that, and the
   * sequence numbers of instances that were last seen before the third. Any number of instances may do so concurrently.
   * Storage with expiry may delete earlier by itself.
   */
  deleteBefore(before: UsageCutoffs): Promise<void>;
}

/** The counts of one account since the instance's previous batch. */
export interface UsageBatch {
  readonly accountId: AccountId;
  /** The process that counted. */
  readonly instance: string;
  /** Increases with each batch of an instance. Close to the time in milliseconds, so that it shows the batch's age. */
  readonly sequence: number;
  readonly calls: readonly CallCount[];
  readonly reads: readonly ReadCount[];
  readonly promptCalls: readonly PromptCallCount[];
  /** Each once, with the calls and the newest label reads that this batch adds. */
  readonly callers: readonly Caller[];
  readonly refusedCalls: readonly RefusedCall[];
  readonly lastUsedAt: Date;
  /** The minimum retention of these hours, callers and refused calls. */
  readonly retentionDays: number;
}

/** How long an instance's last sequence number is stored: a batch must not be sent again after that. */
export const SEQUENCE_RETENTION_MS = 2 * 24 * 3_600_000;

export interface HourRange {
  readonly from: Date;
  /** The end of the range, not included. */
  readonly to: Date;
}

export interface UsageQuery extends HourRange {
  readonly interval: UsageInterval;
  readonly groupBy: UsageGrouping;
  readonly limit: number;
}

export interface StoredCaller extends Caller {
  /** Whether the caller was seen since the account's key was issued. */
  readonly usedCurrentKey: boolean;
}

export interface UsageCutoffs {
  readonly hours: Date;
  /** The cutoff of callers and of refused calls. */
  readonly callers: Date;
  readonly sequences: Date;
}
