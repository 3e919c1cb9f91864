export type Interval = 'hour' | 'day';

/** What the service counted: how many calls of one group began in one hour or day. Where there were none, it says nothing. */
export interface CountedCalls {
  readonly from: string;
  readonly to: string;
  readonly interval: Interval;
  readonly series: readonly { readonly start: string; readonly group: string; readonly count: number }[];
}

/** One hour or day (UTC), with the calls in it by group. */
export interface Slot {
  readonly start: string;
  readonly counts: Readonly<Record<string, number>>;
  readonly total: number;
}

const INTERVAL_MS = { hour: 3_600_000, day: 86_400_000 } as const;

/** The start of the hour or day (UTC) that lies so many before the one of `moment`; 0 is its own. */
export function slotStart(moment: number, interval: Interval, before = 0): number {
  const length = INTERVAL_MS[interval];
  return (Math.floor(moment / length) - before) * length;
}

/** Every hour or day from the first to the last, oldest first; also those in which nobody called. */
export function fillSeries({ from, to, interval, series }: CountedCalls): readonly Slot[] {
  const length = INTERVAL_MS[interval];
  const first = slotStart(Date.parse(from), interval);
  // `to` itself is outside: what ends at midnight has no part in the day that begins then.
  const last = slotStart(Date.parse(to) - 1, interval);
  const counted = Map.groupBy(series, ({ start }) => slotStart(Date.parse(start), interval));
  const slots: Slot[] = [];
  for (let start = first; start <= last; start += length) {
    slots.push(slotOf(start, counted.get(start) ?? []));
  }
  return slots;
}

function slotOf(start: number, series: CountedCalls['series']): Slot {
  const counts: Record<string, number> = {};
  for (const { group, count } of series) counts[group] = (counts[group] ?? 0) + count;
  return { start: new Date(start).toISOString(), counts, total: series.reduce((sum, { count }) => sum + count, 0) };
}

export const callsIn = (slots: readonly Slot[]): number => slots.reduce((sum, { total }) => sum + total, 0);
