import type { AccountRepository } from '../../../src/application/ports/account-repository.ts';
import type { UsageBatch, UsageCutoffs, UsageLog, UsageQuery } from '../../../src/application/ports/usage-log.ts';
import type { AccountId } from '../../../src/domain/accounts/account.ts';
import {
  CALLERS_MAX,
  type Caller,
  type CallerId,
  mergeCallers,
  sortCallers,
} from '../../../src/domain/usage/caller.ts';
import { type CallerCollection, isStorable } from '../../../src/domain/usage/caller-address.ts';
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
  readonly callers: Map<CallerId, Caller>;
  lastUsedAt: Date;
  /** By instance. */
  readonly sequences: Map<string, number>;
}

export const noUsage = (): StoredUsage => ({
  calls: [],
  reads: [],
  callers: new Map(),
  lastUsedAt: new Date(0),
  sequences: new Map(),
});

/** The fake for unit tests. It passes the same contract as the real backends. */
export class InMemoryUsage implements UsageLog {
  readonly accounts = new Map<AccountId, StoredUsage>();

  constructor(private readonly owners: Pick<AccountRepository, 'find'>) {}

  async apply({ accountId, instance, sequence, calls, reads, callers, lastUsedAt }: UsageBatch) {
    const stored = await this.findOrCreate(accountId);
    if (!stored) return 'no-account';
    if (sequence <= (stored.sequences.get(instance) ?? 0)) return 'known-already';
    stored.sequences.set(instance, sequence);
    stored.calls = [...stored.calls, ...calls];
    stored.reads = [...stored.reads, ...reads];
    addCallers(stored.callers, callers);
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

  async listCallers(accountId: AccountId) {
    const stored = await this.findOrCreate(accountId);
    const owner = await this.owners.find(accountId);
    if (!stored || !owner) return [];
    return [...stored.callers.values()].map((caller) => ({
      ...caller,
      usedCurrentKey: lastUseOfKey(owner.key.issuedAt, caller.lastSeen) !== undefined,
    }));
  }

  async deleteCallersExcept(collection: CallerCollection) {
    this.deleteCallers(({ address }) => !isStorable(address, collection));
  }

  async deleteBefore({ hours, callers, sequences }: UsageCutoffs) {
    this.deleteCallers(({ lastSeen }) => lastSeen < callers);
    for (const stored of this.accounts.values()) {
      stored.calls = stored.calls.filter(({ hour }) => hour >= hours.getTime());
      stored.reads = stored.reads.filter(({ hour }) => hour >= hours.getTime());
      for (const [instance, sequence] of stored.sequences) {
        if (sequence < sequences.getTime()) stored.sequences.delete(instance);
      }
    }
  }

  private deleteCallers(isDeleted: (caller: Caller) => boolean): void {
    for (const { callers } of this.accounts.values()) {
      for (const caller of callers.values()) if (isDeleted(caller)) callers.delete(caller.id);
    }
  }

  /** Methods await only this, at the start, so that the rest of each is atomic. */
  private async findOrCreate(accountId: AccountId): Promise<StoredUsage | undefined> {
    if (!(await this.owners.find(accountId))) return void this.accounts.delete(accountId);
    const stored = this.accounts.get(accountId) ?? noUsage();
    this.accounts.set(accountId, stored);
    return stored;
  }
}

function addCallers(stored: Map<CallerId, Caller>, added: readonly Caller[]): void {
  for (const caller of added) {
    const known = stored.get(caller.id) ?? { ...caller, calls: 0, labels: [] };
    stored.set(caller.id, mergeCallers(known, caller));
  }
  for (const { id } of sortCallers([...stored.values()]).slice(CALLERS_MAX)) stored.delete(id);
}
