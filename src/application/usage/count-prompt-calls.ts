import type { AccountId } from '../../domain/accounts/account.ts';
import { DAY_MS, hourOf, intervalStart } from '../../domain/usage/usage.ts';
import type { Clock } from '../ports/environment.ts';
import type { HourRange, UsageLog } from '../ports/usage-log.ts';
import { PROMPT_USAGE_DAYS } from './read-prompt-usage.ts';

export interface PromptCalls extends HourRange {
  /** Calls by prompt id, including prompts that were deleted since. Prompts without calls are left out. */
  readonly calls: ReadonlyMap<string, number>;
  /** False if more prompts were called in a day than are counted: those that are missing may have calls. */
  readonly isComplete: boolean;
}

/** How many prompts are counted per day. */
export const CALLED_PROMPTS_MAX = 10_000;

/** How often each prompt was read or rendered in the last days, including calls that failed. */
export class CountPromptCalls {
  constructor(
    private readonly log: Pick<UsageLog, 'summarize'>,
    private readonly clock: Clock,
    private readonly retentionDays: number,
  ) {}

  async execute(owner: AccountId): Promise<PromptCalls> {
    const to = this.clock.now();
    const days = Math.min(PROMPT_USAGE_DAYS, this.retentionDays);
    const from = new Date(hourOf(to.getTime() - days * DAY_MS));
    const calls = new Map<string, number>();
    let isComplete = true;
    // Day by day, so that no single query blocks the storage for long.
    for (const range of splitByDay({ from, to })) {
      for (const groupBy of ['prompt', 'failedPrompt'] as const) {
        const query = { ...range, interval: 'day', groupBy, limit: CALLED_PROMPTS_MAX + 1 } as const;
        const counts = await this.log.summarize(owner, query);
        if (counts.length > CALLED_PROMPTS_MAX) isComplete = false;
        for (const { group, count } of counts) calls.set(group, (calls.get(group) ?? 0) + count);
      }
    }
    return { from, to, calls, isComplete };
  }
}

function splitByDay({ from, to }: HourRange): readonly HourRange[] {
  const ranges: HourRange[] = [];
  for (let start = from; start < to; ) {
    const midnight = new Date(intervalStart('day', start.getTime()).getTime() + DAY_MS);
    const end = midnight < to ? midnight : to;
    ranges.push({ from: start, to: end });
    start = end;
  }
  return ranges;
}
