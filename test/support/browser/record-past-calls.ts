import type { AccountId } from '../../../src/domain/accounts/account.ts';
import type { PromptId } from '../../../src/domain/naming/prompt-name.ts';
import { DAY_MS, hourOf, type StatusClass } from '../../../src/domain/usage/usage.ts';
import { connectTo } from '../storage/backends.ts';

export interface PastCalls {
  readonly daysAgo: number;
  readonly route: string;
  readonly statusClass: StatusClass;
  readonly count: number;
  /** The prompt that was read, if any. */
  readonly promptId?: string;
}

/** Records calls of past days, through the port that the service uses. */
export async function recordPastCalls(storageUrl: string, userId: string, past: readonly PastCalls[]): Promise<void> {
  const { usage, close } = await connectTo(storageUrl);
  const now = Date.now();
  const hour = (daysAgo: number) => hourOf(now - daysAgo * DAY_MS);
  try {
    await usage.apply({
      accountId: userId as AccountId,
      instance: 'test',
      sequence: now,
      calls: past.map(({ daysAgo, route, statusClass, count }) => ({ hour: hour(daysAgo), route, statusClass, count })),
      reads: past.flatMap(({ daysAgo, promptId, count }) =>
        promptId === undefined ? [] : [{ hour: hour(daysAgo), promptId: promptId as PromptId, version: 1, count }],
      ),
      promptCalls: [],
      callers: [],
      refusedCalls: [],
      lastUsedAt: new Date(now),
      retentionDays: 90,
    });
  } finally {
    await close();
  }
}
