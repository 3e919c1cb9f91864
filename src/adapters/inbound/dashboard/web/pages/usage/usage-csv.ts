import type { LabelledGroup } from '../../charts/chart-columns.ts';
import type { Interval, Slot } from '../../charts/fill-series.ts';

const LINE_END = '\r\n';

/** Every hour or day with every group, also those with no calls: nobody has to guess what a missing line means. */
export function usageCsv(slots: readonly Slot[], groups: readonly LabelledGroup[]): string {
  const lines = slots.flatMap(({ start, counts }) =>
    groups.map(({ group, label }) => [start, cell(label), counts[group] ?? 0].join(',')),
  );
  return ['start,group,count', ...lines, ''].join(LINE_END);
}

/** A spreadsheet takes what begins so for a formula and runs it; behind an apostrophe it is text. */
const FORMULA = /^[=+\-@\t\r]/;

function cell(text: string): string {
  const harmless = FORMULA.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

export function csvFileName(slots: readonly Slot[], interval: Interval, grouping: string): string {
  // Down to the hour, without the colon that file systems refuse.
  const shown = (slot: Slot | undefined) => slot?.start.slice(0, interval === 'hour' ? 13 : 10) ?? '';
  return `prompthold-usage-${shown(slots.at(0))}-${shown(slots.at(-1))}-${grouping}.csv`;
}
