import type { AccountId } from '../../domain/accounts/account.ts';
import type { Label } from '../../domain/naming/label.ts';
import type { PromptId } from '../../domain/naming/prompt-name.ts';
import {
  type CallCount,
  type Hour,
  hourOf,
  type PromptCallCount,
  type PromptRead,
  type ReadCount,
  statusClasses,
  statusClassIndex,
} from '../../domain/usage/usage.ts';
import type { UsageBatch } from '../ports/usage-log.ts';
import { type CallerSettings, type CallOrigin, TallyCallers } from './tally-callers.ts';
import { type RefusalSettings, TallyRefusals } from './tally-refusals.ts';

/** A completed call. */
export interface Call extends CallOrigin {
  readonly accountId: AccountId;
  /** When its key was accepted, in milliseconds since 1970. */
  readonly at: number;
  readonly route: string;
  readonly status: number;
  /** The version of a prompt that it read or tried to, if any. */
  readonly read: PromptRead | undefined;
  /** The label whose versions of many prompts it listed, if any. */
  readonly listedLabel: Label | undefined;
  /** Of the error response, if it has one. */
  readonly code: string | undefined;
  readonly requestId: string;
}

export type TallySettings = CallerSettings & RefusalSettings;

/** The counts of one account. */
export type Tally = Omit<UsageBatch, 'instance' | 'sequence' | 'retentionDays'>;

interface HourTally {
  /** By route, one number for each class of status. */
  readonly calls: Map<string, number[]>;
  readonly reads: Map<PromptId, Map<number | undefined, VersionTally>>;
}

interface VersionTally {
  served: number;
  /** By label, and without one if any of these failed. */
  readonly labels: LabelTally[];
}

interface LabelTally {
  readonly label: Label | undefined;
  served: number;
  failed: number;
}

interface AccountTally {
  readonly hours: Map<Hour, HourTally>;
  /** Undefined when callers are not recorded. */
  readonly callers: TallyCallers | undefined;
  /** Undefined as long as no call failed. */
  refusals: TallyRefusals | undefined;
  lastUsedAt: number;
}

/** Counts in memory. */
export class TallyCalls {
  private readonly accounts = new Map<AccountId, AccountTally>();

  constructor(private readonly settings: TallySettings) {}

  record(call: Call): void {
    const { accountId, at, route, status, read, listedLabel } = call;
    const account = entry(this.accounts, accountId, this.newAccount);
    if (at > account.lastUsedAt) account.lastUsedAt = at;
    const hour = entry(account.hours, hourOf(at), newHour);

    const counts = entry(hour.calls, route, noCalls);
    const index = statusClassIndex(status);
    counts[index] = (counts[index] ?? 0) + 1;
    const isServed = status < 400;
    if (read) countRead(hour, read, isServed);
    account.callers?.record(call, at, isServed ? read : undefined, isServed ? listedLabel : undefined);
    if (!isServed) recordRefusal(account, call);
  }

  /** Removes and returns the counts, except those of accounts that have to wait. */
  take(mustWait: (accountId: AccountId) => boolean): Tally[] {
    const taken: Tally[] = [];
    for (const [accountId, tally] of this.accounts) {
      if (mustWait(accountId)) continue;
      this.accounts.delete(accountId);
      const callers = tally.callers?.list() ?? [];
      const refusedCalls = tally.refusals?.list(this.settings) ?? [];
      taken.push({ accountId, ...countsIn(tally), callers, refusedCalls, lastUsedAt: new Date(tally.lastUsedAt) });
    }
    return taken;
  }

  /** How many calls are recorded and not taken yet. */
  get size(): number {
    let size = 0;
    for (const { hours } of this.accounts.values()) {
      for (const { calls } of hours.values()) for (const counts of calls.values()) size += sum(counts);
    }
    return size;
  }

  private readonly newAccount = (): AccountTally => ({
    hours: new Map(),
    callers: this.settings.collection === 'off' ? undefined : new TallyCallers(this.settings),
    refusals: undefined,
    lastUsedAt: 0,
  });
}

const sum = (counts: readonly number[]): number => counts.reduce((total, count) => total + count, 0);

const newHour = (): HourTally => ({ calls: new Map(), reads: new Map() });
const noCalls = (): number[] => statusClasses.map(() => 0);
const noReads = (): Map<number | undefined, VersionTally> => new Map();
const noServed = (): VersionTally => ({ served: 0, labels: [] });

/** The map's value for the key, created when missing. */
function entry<Key, Value>(map: Map<Key, Value>, key: Key, make: () => Value): Value {
  const known = map.get(key);
  if (known !== undefined) return known;
  const made = make();
  map.set(key, made);
  return made;
}

function countRead({ reads }: HourTally, { promptId, version, label }: PromptRead, isServed: boolean): void {
  const tally = entry(entry(reads, promptId, noReads), version, noServed);
  if (isServed) tally.served += 1;
  if (isServed && label === undefined) return;
  const counts = findLabel(tally.labels, label);
  if (isServed) counts.served += 1;
  else counts.failed += 1;
}

/** A scan of so few is faster than a map. */
function findLabel(labels: LabelTally[], label: Label | undefined): LabelTally {
  for (const known of labels) if (known.label === label) return known;
  const added = { label, served: 0, failed: 0 };
  labels.push(added);
  return added;
}

function recordRefusal(account: AccountTally, call: Call): void {
  const { at, route, status, code, requestId, via, client, address, read } = call;
  account.refusals ??= new TallyRefusals();
  account.refusals.record({ at, route, status, code, requestId, via, client, address, promptId: read?.promptId });
}

function countsIn({ hours }: AccountTally): Pick<Tally, 'calls' | 'reads' | 'promptCalls'> {
  const calls: CallCount[] = [];
  const reads: ReadCount[] = [];
  const promptCalls: PromptCallCount[] = [];
  for (const [hour, tally] of hours) {
    for (const [route, counts] of tally.calls) {
      for (const [index, statusClass] of statusClasses.entries()) {
        const count = counts[index] ?? 0;
        if (count > 0) calls.push({ hour, route, statusClass, count });
      }
    }
    for (const [promptId, versions] of tally.reads) {
      for (const [version, { served, labels }] of versions) {
        if (version !== undefined && served > 0) reads.push({ hour, promptId, version, count: served });
        for (const counts of labels) promptCalls.push({ hour, promptId, version, ...counts });
      }
    }
  }
  return { calls, reads, promptCalls };
}
