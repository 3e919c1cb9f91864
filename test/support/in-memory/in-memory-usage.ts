import type { AccountRepository } from '../../../src/application/ports/account-repository.ts';
import type {
  HourRange,
  UsageBatch,
  UsageCutoffs,
  UsageLog,
  UsageQuery,
} from '../../../src/application/ports/usage-log.ts';
import type { AccountId } from '../../../src/domain/accounts/account.ts';
import type { PromptId } from '../../../src/domain/naming/prompt-name.ts';
import {
  CALLERS_MAX,
  type Caller,
  type CallerId,
  callInterfaces,
  LABEL_READS_MAX,
  newestLabelReads,
  sortCallers,
} from '../../../src/domain/usage/caller.ts';
import { type CallerCollection, isStorable } from '../../../src/domain/usage/caller-address.ts';
import type { PromptCounts } from '../../../src/domain/usage/prompt-usage.ts';
import {
  limitCaller,
  REFUSED_CALLS_MAX,
  type RefusedCall,
  sortRefusedCalls,
} from '../../../src/domain/usage/refused-call.ts';
import {
  type CallCount,
  intervalStart,
  lastUseOfKey,
  type PromptCallCount,
  type ReadCount,
  sumCounts,
} from '../../../src/domain/usage/usage.ts';

export interface StoredUsage {
  calls: readonly CallCount[];
  reads: readonly ReadCount[];
  promptCalls: readonly PromptCallCount[];
  readonly callers: Map<CallerId, Caller>;
  /** Newest first. */
  refusedCalls: readonly RefusedCall[];
  lastUsedAt: Date;
  /** By instance. */
  readonly sequences: Map<string, number>;
}

export const noUsage = (): StoredUsage => ({
  calls: [],
  reads: [],
  promptCalls: [],
  callers: new Map(),
  refusedCalls: [],
  lastUsedAt: new Date(0),
  sequences: new Map(),
});

/** The fake for unit tests. It passes the same contract as the real backends. */
export class InMemoryUsage implements UsageLog {
  readonly accounts = new Map<AccountId, StoredUsage>();

  constructor(private readonly owners: Pick<AccountRepository, 'find'>) {}

  async apply(batch: UsageBatch) {
    const { accountId, instance, sequence, calls, reads, promptCalls, callers, refusedCalls, lastUsedAt } = batch;
    const stored = await this.findOrCreate(accountId);
    if (!stored) return 'no-account';
    if (sequence <= (stored.sequences.get(instance) ?? 0)) return 'known-already';
    stored.sequences.set(instance, sequence);
    stored.calls = [...stored.calls, ...calls];
    stored.reads = [...stored.reads, ...reads];
    stored.promptCalls = [...stored.promptCalls, ...promptCalls];
    addCallers(stored.callers, callers);
    const refused = sortRefusedCalls([...stored.refusedCalls, ...refusedCalls]);
    stored.refusedCalls = refused.slice(0, REFUSED_CALLS_MAX);
    if (lastUsedAt > stored.lastUsedAt) stored.lastUsedAt = lastUsedAt;
    return 'applied';
  }

  async summarize(accountId: AccountId, { from, to, interval, groupBy, limit }: UsageQuery) {
    const { calls, reads, promptCalls } = (await this.findOrCreate(accountId)) ?? noUsage();
    const groups = {
      status: () => calls.map(({ statusClass, ...rest }) => ({ ...rest, group: statusClass as string })),
      route: () => calls.map(({ route, ...rest }) => ({ ...rest, group: route })),
      prompt: () => reads.map(({ promptId, ...rest }) => ({ ...rest, group: promptId as string })),
      failedPrompt: () =>
        promptCalls
          .filter(({ failed }) => failed > 0)
          .map(({ hour, promptId, failed }) => ({ hour, group: promptId as string, count: failed })),
    };
    const counted = groups[groupBy]().filter(({ hour }) => hour >= from.getTime() && hour < to.getTime());
    return sumCounts(
      counted.map(({ hour, group, count }) => ({ start: intervalStart(interval, hour), group, count })),
    ).slice(0, limit);
  }

  async countPrompt(accountId: AccountId, promptId: PromptId, { from, to }: HourRange) {
    const { reads, promptCalls } = (await this.findOrCreate(accountId)) ?? noUsage();
    const isCounted = (count: ReadCount | PromptCallCount): boolean =>
      count.promptId === promptId && count.hour >= from.getTime() && count.hour < to.getTime();
    const calls = new Map<string, PromptCounts['calls'][number]>();
    for (const { version, label, served, failed } of promptCalls.filter(isCounted)) {
      const known = calls.get(`${version} ${label}`) ?? { served: 0, failed: 0 };
      const sum = { version, label, served: known.served + served, failed: known.failed + failed };
      calls.set(`${version} ${label}`, sum);
    }
    const versions = [...new Set(reads.filter(isCounted).map(({ version }) => version))];
    const countOf = (version: number): number =>
      reads.filter((read) => isCounted(read) && read.version === version).reduce((sum, { count }) => sum + count, 0);
    return { reads: versions.map((version) => ({ version, count: countOf(version) })), calls: [...calls.values()] };
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

  async listRefusedCalls(accountId: AccountId) {
    return (await this.findOrCreate(accountId))?.refusedCalls ?? [];
  }

  async deleteCallersExcept(collection: CallerCollection) {
    for (const stored of this.accounts.values()) {
      stored.refusedCalls = stored.refusedCalls.map((call) => limitCaller(call, collection));
    }
    this.deleteCallers(({ address }) => !isStorable(address, collection));
  }

  async deleteBefore({ hours, callers, sequences }: UsageCutoffs) {
    this.deleteCallers(({ lastSeen }) => lastSeen < callers);
    for (const stored of this.accounts.values()) {
      stored.calls = stored.calls.filter(({ hour }) => hour >= hours.getTime());
      stored.reads = stored.reads.filter(({ hour }) => hour >= hours.getTime());
      stored.promptCalls = stored.promptCalls.filter(({ hour }) => hour >= hours.getTime());
      stored.refusedCalls = stored.refusedCalls.filter(({ at }) => at >= callers);
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

/** Adds what was counted since. */
function mergeCallers(stored: Caller, added: Caller): Caller {
  const labels = newestLabelReads([...stored.labels, ...added.labels]);
  return {
    ...stored,
    interfaces: callInterfaces.filter((each) => stored.interfaces.includes(each) || added.interfaces.includes(each)),
    firstSeen: stored.firstSeen < added.firstSeen ? stored.firstSeen : added.firstSeen,
    lastSeen: stored.lastSeen > added.lastSeen ? stored.lastSeen : added.lastSeen,
    calls: stored.calls + added.calls,
    labels: labels.slice(0, LABEL_READS_MAX),
    labelsEvicted: stored.labelsEvicted || added.labelsEvicted || labels.length > LABEL_READS_MAX,
  };
}
