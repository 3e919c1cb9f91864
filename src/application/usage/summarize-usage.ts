import type { AccountId } from '../../domain/accounts/account.ts';
import {
  DAY_MS,
  hourOf,
  sortCounts,
  type UsageCount,
  type UsageGrouping,
  type UsageInterval,
} from '../../domain/usage/usage.ts';
import type { Clock } from '../ports/environment.ts';
import type { UsageLog } from '../ports/usage-log.ts';

export interface UsageRequest {
  /** The hour that contains it is the first one counted. Defaults to 30 days before the end. */
  readonly from?: Date | undefined;
  /** Hours that begin then or later are not counted. Defaults to now. */
  readonly to?: Date | undefined;
  readonly interval: UsageInterval;
  readonly groupBy: UsageGrouping;
}

export type SummarizeUsageOutcome =
  | {
      readonly kind: 'summarized';
      readonly from: Date;
      readonly to: Date;
      readonly total: number;
      /** Sorted by time, then by group; only where anything was counted. */
      readonly series: readonly UsageCount[];
    }
  | { readonly kind: 'backwards' }
  | { readonly kind: 'too-large'; readonly entriesMax: number };

export const DEFAULT_DAYS = 30;
const ENTRIES_MAX = 10_000;

export class SummarizeUsage {
  constructor(
    private readonly log: UsageLog,
    private readonly clock: Clock,
    private readonly retentionDays: number,
  ) {}

  async execute(accountId: AccountId, { interval, groupBy, ...asked }: UsageRequest): Promise<SummarizeUsageOutcome> {
    const now = this.clock.now();
    const to = asked.to ?? now;
    const begin = asked.from ?? new Date(to.getTime() - DEFAULT_DAYS * DAY_MS);
    if (begin >= to) return { kind: 'backwards' };

    const from = new Date(hourOf(begin.getTime()));
    const counts = await this.log.summarize(accountId, {
      from: this.withinRetention(from, now),
      to,
      interval,
      groupBy,
      limit: ENTRIES_MAX + 1,
    });
    if (counts.length > ENTRIES_MAX) return { kind: 'too-large', entriesMax: ENTRIES_MAX };
    const total = counts.reduce((sum, { count }) => sum + count, 0);
    return { kind: 'summarized', from, to, total, series: sortCounts(counts) };
  }

  /** Hides expired hours that storage has not deleted yet. */
  private withinRetention(from: Date, now: Date): Date {
    const oldest = new Date(hourOf(now.getTime() - this.retentionDays * DAY_MS));
    return from < oldest ? oldest : from;
  }
}
