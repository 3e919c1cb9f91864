import type { Slot } from './fill-series.ts';
import { STATUS_CLASSES } from './group-totals.ts';

/** One colour of the bars, one column of the table: a group, or all that are too small for a colour of their own. */
export interface ChartColumn {
  /** Names the numbers in the chart's data. No group itself: the chart would read the dots in it as a path. */
  readonly key: string;
  readonly label: string;
  /** For the legend, where the label alone says little. */
  readonly meaning?: string;
  /** As CSS knows it. */
  readonly color: string;
  readonly groups: readonly string[];
}

export interface LabelledGroup {
  readonly group: string;
  readonly label: string;
}

/** Bars of more colours than this nobody can tell apart. */
export const COLORS_MAX = 8;

/** A column for each of the first groups; what is left over is one column together. */
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
  '4xx': 'refused',
  '5xx': 'failed',
};

/** A status has its colour for good, whichever others there are. */
export function statusColumns(): readonly ChartColumn[] {
  return STATUS_CLASSES.map((group) => ({
    key: `status${group}`,
    label: group,
    meaning: MEANINGS[group] ?? '',
    color: `var(--chart-color-${group})`,
    groups: [group],
  }));
}

export function countIn(slot: Slot, column: ChartColumn): number {
  return column.groups.reduce((sum, group) => sum + (slot.counts[group] ?? 0), 0);
}
