import type { LabelledGroup } from '../../charts/chart-columns.ts';
import type { Interval, Slot } from '../../text/fill-series.ts';

const LINE_END = '\r\n';

/** One line per hour or day and group, including those without calls, so that no line is missing. */
export function formatUsageCsv(slots: readonly Slot[], groups: readonly LabelledGroup[]): string {
  const lines = slots.flatMap(({ start, counts }) =>
    groups.map(({ group, label }) => [start, formatCell(label), counts[group] ?? 0].join(',')),
  );
  return ['start,group,count', ...lines, ''].join(LINE_END);
}

/** Spreadsheets run such cells as formulas; a leading apostrophe makes them text. */
const FORMULA = /^[=+\-@\t\r]/;

function formatCell(text: string): string {
  const escaped = FORMULA.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(escaped) ? `"${escaped.replaceAll('"', '""')}"` : escaped;
}

export function csvFileName(slots: readonly Slot[], interval: Interval, grouping: string): string {
  // Up to the hour, without the colon that some file systems reject.
  const formatStart = (slot: Slot | undefined) => slot?.start.slice(0, interval === 'hour' ? 13 : 10) ?? '';
  return `prompthold-usage-${formatStart(slots.at(0))}-${formatStart(slots.at(-1))}-${grouping}.csv`;
}
