import { setImmediate as soon } from 'node:timers/promises';
import { parseAccountId } from '../../../src/domain/accounts/account.ts';
import { invariant } from '../../../src/domain/invariant.ts';
import type { UsageGrouping } from '../../../src/domain/usage/usage.ts';
import type { OpenedAccount } from '../../support/service/open-account.ts';
import { connectTo } from '../../support/storage/backends.ts';

export type Counts = Readonly<Record<string, number>>;

/** What the storage itself has, so that looking at it is no call. */
export async function countedIn(
  storageUrl: string,
  { userId }: OpenedAccount,
  groupBy: UsageGrouping,
): Promise<Counts> {
  const id = parseAccountId(userId);
  invariant(id !== undefined, 'an account has an id');
  const { usage, close } = await connectTo(storageUrl);
  try {
    const stretch = { from: new Date(0), to: new Date(Date.now() + 3_600_000), interval: 'day', limit: 1000 } as const;
    const counts: Record<string, number> = {};
    for (const { group, count } of await usage.summarize(id, { ...stretch, groupBy })) {
      counts[group] = (counts[group] ?? 0) + count;
    }
    return counts;
  } finally {
    await close();
  }
}

/** Somebody who calls without a break until told to stop, and keeps count of how the calls were answered. */
export class Caller {
  readonly answers: Record<string, number> = {};
  /** Calls that were never answered: refused, reset, cut off. */
  unanswered = 0;
  private stopped = false;
  private readonly done: Promise<unknown>;

  constructor(
    private readonly urls: readonly string[],
    private readonly key: string,
    runConcurrently: number,
  ) {
    this.done = Promise.all(Array.from({ length: runConcurrently }, (_, index) => this.work(index)));
  }

  async stop(): Promise<void> {
    this.stopped = true;
    await this.done;
  }

  private async work(first: number): Promise<void> {
    for (let turn = first; !this.stopped; turn += 1) {
      await this.call(this.urls[turn % this.urls.length] ?? '');
      // A refusal can come at once, and would leave nobody else a turn.
      await soon();
    }
  }

  private async call(url: string): Promise<void> {
    try {
      const response = await fetch(url, { headers: { Authorization: `Bearer ${this.key}` } });
      await response.text();
      const statusClass = `${Math.floor(response.status / 100)}xx`;
      this.answers[statusClass] = (this.answers[statusClass] ?? 0) + 1;
    } catch {
      this.unanswered += 1;
    }
  }
}
