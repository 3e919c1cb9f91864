import './charts.css';
import { Stack } from '@mantine/core';
import { callsIn } from '../text/fill-series.ts';
import { formatCalls, formatFullSlot } from '../text/format.ts';
import type { ChartData } from './chart-columns.ts';
import { ColorSwatch } from './color-swatch.tsx';
import { StackedBars } from './stacked-bars.tsx';

/** Calls over time, stacked by group. A CallsTable beside it shows the same numbers. */
export function CallsChart({ slots, columns, interval }: ChartData) {
  return (
    <Stack gap="md">
      <ul className="chart-legend" aria-label="Colours of the chart">
        {columns.map(({ key, label, meaning, color }) => (
          <li key={key}>
            <ColorSwatch color={color} />
            {meaning ? `${label} ${meaning}` : label}
          </li>
        ))}
      </ul>
      <div role="img" aria-label={describeChart({ slots, interval })}>
        <StackedBars slots={slots} columns={columns} interval={interval} />
      </div>
    </Stack>
  );
}

function describeChart({ slots, interval }: Pick<ChartData, 'slots' | 'interval'>): string {
  const chart = `Bar chart of the calls per ${interval}, ${slots.length} ${interval}s, ${formatCalls(callsIn(slots))}`;
  const [first, ...others] = slots;
  if (!first || callsIn(slots) === 0) return `${chart}.`;
  const peak = others.reduce((most, slot) => (slot.total > most.total ? slot : most), first);
  return `${chart}; most on ${formatFullSlot(peak.start, interval)} UTC with ${formatCalls(peak.total)}. The numbers are in the table.`;
}
