import type { AccountId } from '../../domain/accounts/account.ts';
import type { Label } from '../../domain/prompts/naming/label.ts';
import type { PromptId } from '../../domain/prompts/naming/prompt-name.ts';
import type { Caller } from '../../domain/usage/caller.ts';
import {
  type CallCount,
  type Hour,
  hourOf,
  type PromptRead,
  type ReadCount,
  statusClasses,
  statusClassIndex,
} from '../../domain/usage/usage.ts';
import { type CallerSettings, type CallOrigin, TallyCallers } from './tally-callers.ts';

/** A completed call. */
export interface Call extends CallOrigin {
  readonly accountId: AccountId;
  /** When its key was accepted, in milliseconds since 1970. */
  readonly at: number;
  readonly route: string;
  readonly status: number;
  /** The version of a prompt that it read, if any. */
  readonly read: PromptRead | undefined;
  /** The label whose versions of many prompts it listed, if any. */
  readonly listedLabel: Label | undefined;
}

/** The counts of one account. */
export interface Tally {
  readonly accountId: AccountId;
  readonly calls: readonly CallCount[];
  readonly reads: readonly ReadCount[];
  readonly callers: readonly Caller[];
  readonly lastUsedAt: Date;
}

interface HourTally {
  /** By route, one number for each class of status. */
  readonly calls: Map<string, number[]>;
  readonly reads: Map<PromptId, Map<number, number>>;
}

interface AccountTally {
  readonly hours: Map<Hour, HourTally>;
  /** Undefined when callers are not recorded. */
  readonly callers: TallyCallers | undefined;
  lastUsedAt: number;
}

/** Counts in memory. Runs for every request, so it allocates nothing for a known route. */
export class TallyCalls {
  private readonly accounts = new Map<AccountId, AccountTally>();

  constructor(private readonly callers: CallerSettings) {}

  record(call: Call): void {
    const { accountId, at, route, status, read, listedLabel } = call;
    const account = entry(this.accounts, accountId, this.newAccount);
    if (at > account.lastUsedAt) account.lastUsedAt = at;
    const hour = entry(account.hours, hourOf(at), newHour);

    const counts = entry(hour.calls, route, noCalls);
    const index = statusClassIndex(status);
    counts[index] = (counts[index] ?? 0) + 1;
    const isServed = status < 400;
    if (read && isServed) countRead(hour, read);
    account.callers?.record(call, at, isServed ? read : undefined, isServed ? listedLabel : undefined);
  }

  /** Removes and returns the counts, except those of accounts that have to wait. */
  take(mustWait: (accountId: AccountId) => boolean): Tally[] {
    const taken: Tally[] = [];
    for (const [accountId, tally] of this.accounts) {
      if (mustWait(accountId)) continue;
      this.accounts.delete(accountId);
      const callers = tally.callers?.list() ?? [];
      taken.push({ accountId, ...countsIn(tally), callers, lastUsedAt: new Date(tally.lastUsedAt) });
    }
    return taken;
  }

  /** How many calls are counted and not taken yet. */
  get size(): number {
    let size = 0;
    for (const { hours } of this.accounts.values()) {
      for (const { calls } of hours.values()) for (const counts of calls.values()) size += sum(counts);
    }
    return size;
  }

  private readonly newAccount = (): AccountTally => ({
    hours: new Map(),
    callers: this.callers.collection === 'off' ? undefined : new TallyCallers(this.callers),
    lastUsedAt: 0,
  });
}

const sum = (counts: readonly number[]): number => counts.reduce((total, count) => total + count, 0);

const newHour = (): HourTally => ({ calls: new Map(), reads: new Map() });
const noCalls = (): number[] => statusClasses.map(() => 0);
const noReads = (): Map<number, number> => new Map();

/** The map's value for the key, created when missing. */
function entry<Key, Value>(map: Map<Key, Value>, key: Key, make: () => Value): Value {
  const known = map.get(key);
  if (known !== undefined) return known;
  const made = make();
  map.set(key, made);
  return made;
}

function countRead({ reads }: HourTally, { promptId, version }: PromptRead): void {
  const versions = entry(reads, promptId, noReads);
  versions.set(version, (versions.get(version) ?? 0) + 1);
}

function countsIn({ hours }: AccountTally): Pick<Tally, 'calls' | 'reads'> {
  const calls: CallCount[] = [];
  const reads: ReadCount[] = [];
  for (const [hour, tally] of hours) {
    for (const [route, counts] of tally.calls) {
      for (const [index, statusClass] of statusClasses.entries()) {
        const count = counts[index] ?? 0;
        if (count > 0) calls.push({ hour, route, statusClass, count });
      }
    }
    for (const [promptId, versions] of tally.reads) {
      for (const [version, count] of versions) reads.push({ hour, promptId, version, count });
    }
  }
  return { calls, reads };
}
