import type { Label } from '../naming/label.ts';
import type { PromptId } from '../naming/prompt-name.ts';
import type { Caller, LabelRead } from './caller.ts';
import { DAY_MS } from './usage.ts';

/** Callers that did not ask for a label for this long do not count. */
const ARRIVAL_DAYS = 7;

/** The version that a label of a prompt points to. */
export interface LabelTarget {
  readonly promptId: PromptId;
  readonly label: Label;
  readonly version: number;
}

/** A caller, and the version of the prompt that it was last served for the label. */
export interface Arrival<Each extends Caller = Caller> {
  readonly caller: Each;
  readonly version: number;
  readonly servedAt: Date;
}

/** The callers, by whether they have the version that a label points to. */
export interface Arrivals<Each extends Caller = Caller> {
  readonly current: readonly Arrival<Each>[];
  readonly stale: readonly Arrival<Each>[];
  /** Last served another version, but later a list with this label, which may have contained the prompt. */
  readonly unclear: readonly Arrival<Each>[];
}

/** Keeps the order of the callers. */
export function arrivalsOf<Each extends Caller>(
  callers: readonly Each[],
  target: LabelTarget,
  now: Date,
): Arrivals<Each> {
  const arrivals = { current: [] as Arrival<Each>[], stale: [] as Arrival<Each>[], unclear: [] as Arrival<Each>[] };
  const since = now.getTime() - ARRIVAL_DAYS * DAY_MS;
  for (const caller of callers) {
    const served = findRead(caller, target.label, target.promptId);
    if (served?.version === undefined || served.at.getTime() < since) continue;
    const arrival = { caller, version: served.version, servedAt: served.at };
    arrivals[stateOf(caller, served, target)].push(arrival);
  }
  return arrivals;
}

function stateOf(caller: Caller, served: LabelRead, { version, label }: LabelTarget): keyof Arrivals {
  if (served.version === version) return 'current';
  const list = findRead(caller, label, undefined);
  return list && list.at >= served.at ? 'unclear' : 'stale';
}

const findRead = ({ labels }: Caller, label: Label, promptId: PromptId | undefined): LabelRead | undefined =>
  labels.find((read) => read.label === label && read.promptId === promptId);
