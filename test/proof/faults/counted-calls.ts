import { setImmediate as soon } from 'node:timers/promises';
import type { StoredCaller, UsageLog } from '../../../src/application/ports/usage-log.ts';
import { type AccountId, parseAccountId } from '../../../src/domain/accounts/account.ts';
import { invariant } from '../../../src/domain/invariant.ts';
import type { UsageGrouping } from '../../../src/domain/usage/usage.ts';
import type { OpenedAccount } from '../../support/service/open-account.ts';
import { repeatUntilStopped } from '../../support/service/repeat-until-stopped.ts';
import { connectTo } from '../../support/storage/backends.ts';

type Counts = Readonly<Record<string, number>>;

/** Reads directly from the storage, because reading through the API would be counted. */
async function read<Result>(
  storageUrl: string,
  { userId }: OpenedAccount,
  use: (usage: UsageLog, id: AccountId) => Promise<Result>,
): Promise<Result> {
  const id = parseAccountId(userId);
  invariant(id !== undefined, 'an account has an id');
  const { usage, close } = await connectTo(storageUrl);
  return use(usage, id).finally(close);
}

export const readCallers = (storageUrl: string, account: OpenedAccount): Promise<readonly StoredCaller[]> =>
  read(storageUrl, account, (usage, id) => usage.listCallers(id));

export const readCounts = (storageUrl: string, account: OpenedAccount, groupBy: UsageGrouping): Promise<Counts> =>
  read(storageUrl, account, async (usage, id) => {
    const range = { from: new Date(0), to: new Date(Date.now() + 3_600_000), interval: 'day', limit: 1000 } as const;
    const counts: Record<string, number> = {};
    for (const { group, count } of await usage.summarize(id, { ...range, groupBy })) {
      counts[group] = (counts[group] ?? 0) + count;
    }
    return counts;
  });

/** A client that sends requests until it is stopped, and counts the responses by status class. */
export class Caller {
  readonly responses: Record<string, number> = {};
  /** Calls without a response: refused, reset or cut off. */
  withoutResponse = 0;
  readonly stop: () => Promise<void>;

  constructor(
    urls: readonly string[],
    private readonly key: string,
    concurrency: number,
  ) {
    this.stop = repeatUntilStopped(async (caller, step) => {
      await this.call(urls[(caller + step) % urls.length] ?? '');
      // A refused connection fails immediately, and would otherwise starve the event loop.
      await soon();
    }, concurrency);
  }

  private async call(url: string): Promise<void> {
    try {
      const response = await fetch(url, { headers: { Authorization: `Bearer ${this.key}` } });
      await response.text();
      const statusClass = `${Math.floor(response.status / 100)}xx`;
      this.responses[statusClass] = (this.responses[statusClass] ?? 0) + 1;
    } catch {
      this.withoutResponse += 1;
    }
  }
}
