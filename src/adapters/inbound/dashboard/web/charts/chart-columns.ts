import type { Interval, Slot } from '../text/fill-series.ts';
import { STATUS_CLASSES } from './group-totals.ts';

/** One colour of the bars and one column of the table: a group, or all remaining groups together. */
export interface ChartColumn {
  /** The key in the chart's data. Not the group itself: the chart would read its dots as a path. */
  readonly key: string;
  readonly label: string;
  /** Explains the label in the legend. */
  readonly meaning?: string;
  /** A CSS colour. */
  readonly color: string;
  readonly groups: readonly string[];
}

/** The data that a chart and the table beside it show. */
export interface ChartData {
  readonly slots: readonly Slot[];
  readonly columns: readonly ChartColumn[];
  readonly interval: Interval;
}

export interface LabelledGroup {
  readonly group: string;
  readonly label: string;
}

/** More colours are hard to distinguish. */
const COLORS_MAX = 8;

/** One column for each of the first groups, and one for all others. */
export function chartColumns(groups: readonly LabelledGroup[]): readonly ChartColumn[] {
  const own = groups.slice(0, COLORS_MAX).map(({ group, label }, index) => ({
    key: `group${index}`,
    label,
    color: `var(--chart-color-${index + 1})`,
    groups: [group],
  }));
  const rest = groups.slice(COLORS_MAX).map(({ group }) => group);
  if (rest.length === 0) return own;
  return [...own, { key: 'rest', label: `Other (${rest.length})`, color: 'var(--chart-color-rest)', groups: rest }];
}

const MEANINGS: Readonly<Record<string, string>> = {
  '2xx': 'success',
  '3xx': 'not modified',
  '4xx': 'client errors',
  '5xx': 'server errors',
};

/** Each status class always has the same colour. */
export function statusColumns(): readonly ChartColumn[] {
  return STATUS_CLASSES.map((group) => ({
    key: `status${group}`,
    label: group,
    meaning: MEANINGS[group] ?? '',
    color: `var(--chart-color-${group})`,
    groups: [group],
  }));
}

export const countIn = ({ counts }: Slot, { groups }: ChartColumn): number =>
  groups.reduce((sum, group) => sum + (counts[group] ?? 0), 0);

/** The columns that have calls in the slot. */
export const columnsIn = (slot: Slot, columns: readonly ChartColumn[]): readonly ChartColumn[] =>
  columns.filter((column) => countIn(slot, column) > 0);
