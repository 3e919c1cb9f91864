import type { AccountRepository } from '../../../src/application/ports/account-repository.ts';
import type { UsageBatch, UsageCutoffs, UsageLog, UsageQuestion } from '../../../src/application/ports/usage-log.ts';
import type { AccountId } from '../../../src/domain/accounts/account.ts';
import {
  type CallCount,
  intervalStart,
  lastUseOfKey,
  type ReadCount,
  sumCounts,
} from '../../../src/domain/usage/usage.ts';

export interface StoredUsage {
  calls: readonly CallCount[];
  reads: readonly ReadCount[];
  lastUsedAt: Date;
  /** By instance. */
  readonly sequences: Map<string, number>;
}

const nothing = (): StoredUsage => ({ calls: [], reads: [], lastUsedAt: new Date(0), sequences: new Map() });

/** The fake that unit tests use. It passes the same contract as the real backends, so it may be trusted. */
export class InMemoryUsage implements UsageLog {
  readonly accounts = new Map<AccountId, StoredUsage>();

  constructor(private readonly owners: Pick<AccountRepository, 'find'>) {}

  async apply({ accountId, instance, sequence, calls, reads, lastUsedAt }: UsageBatch) {
    const kept = await this.kept(accountId);
    if (!kept) return 'no-account';
    if (sequence <= (kept.sequences.get(instance) ?? 0)) return 'known-already';
    kept.sequences.set(instance, sequence);
    kept.calls = [...kept.calls, ...calls];
    kept.reads = [...kept.reads, ...reads];
    if (lastUsedAt > kept.lastUsedAt) kept.lastUsedAt = lastUsedAt;
    return 'applied';
  }

  async summarize(accountId: AccountId, { from, to, interval, groupBy, limit }: UsageQuestion) {
    const { calls, reads } = (await this.kept(accountId)) ?? nothing();
    const groups = {
      status: () => calls.map(({ statusClass, ...rest }) => ({ ...rest, group: statusClass as string })),
      route: () => calls.map(({ route, ...rest }) => ({ ...rest, group: route })),
      prompt: () => reads.map(({ promptId, ...rest }) => ({ ...rest, group: promptId as string })),
    };
    const counted = groups[groupBy]().filter(({ hour }) => hour >= from.getTime() && hour < to.getTime());
    return sumCounts(
      counted.map(({ hour, group, count }) => ({ start: intervalStart(interval, hour), group, count })),
    ).slice(0, limit);
  }

  async lastUsedAt(accountId: AccountId) {
    const kept = await this.kept(accountId);
    const owner = await this.owners.find(accountId);
    return kept && owner && lastUseOfKey(owner.key.issuedAt, kept.lastUsedAt);
  }

  async deleteBefore({ hours, sequences }: UsageCutoffs) {
    for (const kept of this.accounts.values()) {
      kept.calls = kept.calls.filter(({ hour }) => hour >= hours.getTime());
      kept.reads = kept.reads.filter(({ hour }) => hour >= hours.getTime());
      for (const [instance, sequence] of kept.sequences) {
        if (sequence < sequences.getTime()) kept.sequences.delete(instance);
      }
    }
  }

  /** Awaited first and nothing after it: the fake, too, decides in one step. */
  private async kept(accountId: AccountId): Promise<StoredUsage | undefined> {
    if (!(await this.owners.find(accountId))) return void this.accounts.delete(accountId);
    const kept = this.accounts.get(accountId) ?? nothing();
    this.accounts.set(accountId, kept);
    return kept;
  }
}
