import { callsIn, type Slot } from '../text/fill-series.ts';

export interface GroupTotal {
  readonly group: string;
  readonly count: number;
  /** Share of all calls, from 0 to 1. */
  readonly share: number;
}

/** Always all status classes, so that zero failures are not mistaken for missing data. */
export const STATUS_CLASSES: readonly string[] = ['2xx', '3xx', '4xx', '5xx'];

/** Every group with calls, the most frequent first. */
export function groupTotals(slots: readonly Slot[]): readonly GroupTotal[] {
  const groups = new Set(slots.flatMap(({ counts }) => Object.keys(counts)));
  return totalsOf(slots, [...groups]).toSorted((a, b) => b.count - a.count || a.group.localeCompare(b.group));
}

export function statusTotals(slots: readonly Slot[]): readonly GroupTotal[] {
  return totalsOf(slots, STATUS_CLASSES);
}

function totalsOf(slots: readonly Slot[], groups: readonly string[]): readonly GroupTotal[] {
  const all = callsIn(slots);
  return groups.map((group) => {
    const count = slots.reduce((sum, { counts }) => sum + (counts[group] ?? 0), 0);
    return { group, count, share: all === 0 ? 0 : count / all };
  });
}
