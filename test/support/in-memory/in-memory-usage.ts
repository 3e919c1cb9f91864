import type { AccountRepository } from '../../../src/application/ports/account-repository.ts';
import type { UsageBatch, UsageCutoffs, UsageLog, UsageQuery } from '../../../src/application/ports/usage-log.ts';
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

const noUsage = (): StoredUsage => ({ calls: [], reads: [], lastUsedAt: new Date(0), sequences: new Map() });

/** The fake for unit tests. It passes the same contract as the real backends. */
export class InMemoryUsage implements UsageLog {
  readonly accounts = new Map<AccountId, StoredUsage>();

  constructor(private readonly owners: Pick<AccountRepository, 'find'>) {}

  async apply({ accountId, instance, sequence, calls, reads, lastUsedAt }: UsageBatch) {
    const stored = await this.findOrCreate(accountId);
    if (!stored) return 'no-account';
    if (sequence <= (stored.sequences.get(instance) ?? 0)) return 'known-already';
    stored.sequences.set(instance, sequence);
    stored.calls = [...stored.calls, ...calls];
    stored.reads = [...stored.reads, ...reads];
    if (lastUsedAt > stored.lastUsedAt) stored.lastUsedAt = lastUsedAt;
    return 'applied';
  }

  async summarize(accountId: AccountId, { from, to, interval, groupBy, limit }: UsageQuery) {
    const { calls, reads } = (await this.findOrCreate(accountId)) ?? noUsage();
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
    const stored = await this.findOrCreate(accountId);
    const owner = await this.owners.find(accountId);
    return stored && owner && lastUseOfKey(owner.key.issuedAt, stored.lastUsedAt);
  }

  async deleteBefore({ hours, sequences }: UsageCutoffs) {
    for (const stored of this.accounts.values()) {
      stored.calls = stored.calls.filter(({ hour }) => hour >= hours.getTime());
      stored.reads = stored.reads.filter(({ hour }) => hour >= hours.getTime());
      for (const [instance, sequence] of stored.sequences) {
        if (sequence < sequences.getTime()) stored.sequences.delete(instance);
      }
    }
  }

  /** Callers await only this, at the start, so that the rest of each method is atomic. */
  private async findOrCreate(accountId: AccountId): Promise<StoredUsage | undefined> {
    if (!(await this.owners.find(accountId))) return void this.accounts.delete(accountId);
    const stored = this.accounts.get(accountId) ?? noUsage();
    this.accounts.set(accountId, stored);
    return stored;
  }
}
