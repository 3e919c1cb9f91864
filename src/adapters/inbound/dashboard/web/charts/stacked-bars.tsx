import '@mantine/charts/styles.layer.css';
import { BarChart, ChartTooltip } from '@mantine/charts';
import { type ChartColumn, countIn } from './chart-columns.ts';
import type { Interval, Slot } from './fill-series.ts';
import { formatCalls, formatCount, formatFullSlot, formatSlot } from './format.ts';

interface StackedBarsProps {
  readonly slots: readonly Slot[];
  readonly columns: readonly ChartColumn[];
  readonly interval: Interval;
  readonly height: number;
}

/** Imports the chart library, so CallsChart loads it lazily. */
export default function StackedBars({ slots, columns, interval, height }: StackedBarsProps) {
  const series = columns.map(({ key, label, color }) => ({ name: key, label, color }));
  const data = slots.map((slot) => ({
    start: slot.start,
    total: slot.total,
    ...Object.fromEntries(columns.map((column) => [column.key, countIn(slot, column)])),
  }));
  return (
    <BarChart
      h={height}
      data={data}
      dataKey="start"
      series={series}
      type="stacked"
      // Screen readers and keyboard users get the same numbers from the table.
      accessibilityLayer={false}
      maxBarWidth={48}
      // A gap between two colours, for people who cannot distinguish them.
      barProps={{ stroke: 'var(--mantine-color-body)', strokeWidth: 1, strokeOpacity: 1 }}
      xAxisProps={{ tickFormatter: (start: string) => formatSlot(start, interval), minTickGap: 16 }}
      yAxisProps={{ allowDecimals: false, width: 48 }}
      valueFormatter={formatCount}
      tooltipProps={{
        wrapperStyle: { zIndex: 1 },
        content: ({ payload }) => {
          const slot: Slot | undefined = payload?.[0]?.payload;
          if (!slot) return null;
          return (
            <ChartTooltip
              classNames={{ tooltip: 'chart-tooltip', tooltipItemData: 'chart-tooltip-count' }}
              label={`${formatFullSlot(slot.start, interval)}: ${formatCalls(slot.total)}`}
              payload={payload.filter(({ value }) => Number(value) > 0)}
              series={series}
              valueFormatter={formatCount}
            />
          );
        },
      }}
    />
  );
}
