import type { Label } from '../../domain/naming/label.ts';
import type { PromptId } from '../../domain/naming/prompt-name.ts';
import {
  CALLERS_MAX,
  type Caller,
  type CallInterface,
  callerIdOf,
  callerKey,
  interfaceBit,
  interfacesOf,
  LABEL_READS_MAX,
} from '../../domain/usage/caller.ts';
import { addressToStore, type CallerCollection } from '../../domain/usage/caller-address.ts';
import { type ClientName, OTHER } from '../../domain/usage/client-name.ts';
import type { PromptRead } from '../../domain/usage/usage.ts';
import type { NewDigest } from '../ports/hashing.ts';

/** What a completed call reveals about its caller. */
export interface CallOrigin {
  readonly client: ClientName;
  readonly address: string;
  readonly via: CallInterface;
}

export interface CallerSettings {
  readonly collection: CallerCollection;
  /** SHA-256. */
  readonly newDigest: NewDigest;
}

interface LabelTally {
  readonly promptId: PromptId | undefined;
  readonly label: Label;
  version: number | undefined;
  at: number;
}

interface CallerTally {
  readonly name: ClientName;
  readonly address: string;
  /** Stands for all callers beyond the limit. */
  readonly isOverflow: boolean;
  interfaces: number;
  firstSeen: number;
  lastSeen: number;
  calls: number;
  /** So few that a search is faster than a Map with keys made of prompt and label. */
  readonly labels: LabelTally[];
  labelsEvicted: boolean;
}

const NO_ADDRESS = '';
const OVERFLOW_KEY = callerKey(OTHER, NO_ADDRESS);

/** Counts the callers of one account in memory. */
export class TallyCallers {
  private readonly callers = new Map<string, CallerTally>();

  constructor(private readonly settings: CallerSettings) {}

  record(
    { client, address, via }: CallOrigin,
    at: number,
    read: PromptRead | undefined,
    listedLabel: Label | undefined,
  ): void {
    const caller = this.findOrAdd(client, addressToStore(address, this.settings.collection));
    caller.calls += 1;
    caller.interfaces |= interfaceBit(via);
    if (at < caller.firstSeen) caller.firstSeen = at;
    if (at > caller.lastSeen) caller.lastSeen = at;
    // Which of several callers was served what would be of no use.
    if (caller.isOverflow) return;
    if (read?.label !== undefined) recordLabel(caller, read.promptId, read.label, read.version, at);
    if (listedLabel !== undefined) recordLabel(caller, undefined, listedLabel, undefined, at);
  }

  list(): Caller[] {
    return [...this.callers].map(([key, tally]) => toCaller(key, tally, this.settings.newDigest));
  }

  private findOrAdd(name: ClientName, address: string): CallerTally {
    const key = callerKey(name, address);
    const known = this.callers.get(key);
    if (known) return known;
    const isOverflow = key === OVERFLOW_KEY;
    if (this.callers.size >= CALLERS_MAX && !isOverflow) return this.findOrAdd(OTHER, NO_ADDRESS);
    const caller = newCaller(name, address, isOverflow);
    this.callers.set(key, caller);
    return caller;
  }
}

const newCaller = (name: ClientName, address: string, isOverflow: boolean): CallerTally => ({
  name,
  address,
  isOverflow,
  interfaces: 0,
  firstSeen: Number.POSITIVE_INFINITY,
  lastSeen: Number.NEGATIVE_INFINITY,
  calls: 0,
  labels: [],
  labelsEvicted: false,
});

/** Beyond the limit, evicts the label that was read least recently. */
function recordLabel(
  caller: CallerTally,
  promptId: PromptId | undefined,
  label: Label,
  version: number | undefined,
  at: number,
): void {
  const { labels } = caller;
  let oldest: LabelTally | undefined;
  for (const known of labels) {
    if (known.promptId === promptId && known.label === label) {
      if (at < known.at) return;
      known.version = version;
      known.at = at;
      return;
    }
    if (!oldest || known.at < oldest.at) oldest = known;
  }
  const added = { promptId, label, version, at };
  if (!oldest || labels.length < LABEL_READS_MAX) {
    labels.push(added);
    return;
  }
  caller.labelsEvicted = true;
  Object.assign(oldest, added);
}

function toCaller(key: string, tally: CallerTally, newDigest: NewDigest): Caller {
  const digest = newDigest();
  digest.update(key);
  const { name, address, calls, labelsEvicted } = tally;
  return {
    id: callerIdOf(digest.end()),
    name,
    address,
    interfaces: interfacesOf(tally.interfaces),
    firstSeen: new Date(tally.firstSeen),
    lastSeen: new Date(tally.lastSeen),
    calls,
    labels: tally.labels.map(({ at, ...read }) => ({ ...read, at: new Date(at) })),
    labelsEvicted,
  };
}
