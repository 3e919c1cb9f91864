export type Interval = 'hour' | 'day';

/** Calls per group and hour or day, as the service returns them: without entries for zero calls. */
export interface CountedCalls {
  readonly from: string;
  readonly to: string;
  readonly interval: Interval;
  readonly series: readonly { readonly start: string; readonly group: string; readonly count: number }[];
}

/** One hour or day (UTC) with its calls by group. */
export interface Slot {
  readonly start: string;
  readonly counts: Readonly<Record<string, number>>;
  readonly total: number;
}

const INTERVAL_MS = { hour: 3_600_000, day: 86_400_000 } as const;

/** The start of the hour or day (UTC) of `moment`, or of the one `before` intervals earlier. */
export function slotStart(moment: number, interval: Interval, before = 0): number {
  const length = INTERVAL_MS[interval];
  return (Math.floor(moment / length) - before) * length;
}

/** Every hour or day from first to last, oldest first, including those without calls. */
export function fillSeries({ from, to, interval, series }: CountedCalls): readonly Slot[] {
  const length = INTERVAL_MS[interval];
  const first = slotStart(Date.parse(from), interval);
  // `to` is exclusive: a range that ends at midnight does not include the next day.
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
