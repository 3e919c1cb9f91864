import { useState } from 'react';
import type { Slot } from '../text/fill-series.ts';
import { formatCalls, formatCount, formatFullSlot, formatSlot } from '../text/format.ts';
import { countTicks, isNamedSlot } from './axis-ticks.ts';
import { type ChartData, columnsIn, countIn } from './chart-columns.ts';
import { ColorSwatch } from './color-swatch.tsx';

/** One bar per hour or day. Our own, because a chart library is larger than all other code of a page together. */
export function StackedBars({ slots, columns, interval }: ChartData) {
  const [pointed, setPointed] = useState<number>();
  const ticks = countTicks(Math.max(0, ...slots.map(({ total }) => total)));
  const top = ticks.at(-1) ?? 1;
  const details = pointed === undefined ? undefined : slots[pointed];
  return (
    <div className="chart">
      <Scale ticks={ticks} top={top} />
      <div className="chart-bars" onPointerLeave={() => setPointed(undefined)}>
        {slots.map((slot, index) => (
          <div
            key={slot.start}
            className="chart-slot"
            data-pointed={index === pointed || undefined}
            onPointerEnter={() => setPointed(index)}
          >
            <Bar slot={slot} columns={columns} top={top} />
            {isNamedSlot(index, slots.length) && <span className="chart-time">{formatSlot(slot.start, interval)}</span>}
          </div>
        ))}
        {details && pointed !== undefined && (
          <div className="chart-tooltip" style={besideBar(pointed, slots.length)}>
            <SlotDetails slot={details} columns={columns} interval={interval} />
          </div>
        )}
      </div>
    </div>
  );
}

const heightOf = (count: number, top: number): string => `${(count / top) * 100}%`;

function Scale({ ticks, top }: { readonly ticks: readonly number[]; readonly top: number }) {
  return (
    <div className="chart-scale">
      {ticks.map((tick) => (
        <div key={tick} className="chart-tick" style={{ bottom: heightOf(tick, top) }}>
          <span>{formatCount(tick)}</span>
        </div>
      ))}
    </div>
  );
}

interface BarProps extends Pick<ChartData, 'columns'> {
  readonly slot: Slot;
  readonly top: number;
}

function Bar({ slot, columns, top }: BarProps) {
  return (
    <div className="chart-stack">
      {columnsIn(slot, columns).map((column) => (
        <div
          key={column.key}
          className="chart-bar"
          style={{ height: heightOf(countIn(slot, column), top), background: column.color }}
        />
      ))}
    </div>
  );
}

/** Places the details on the side of the bar that has more room. */
function besideBar(index: number, slots: number) {
  return index < slots / 2 ? { left: `${((index + 1) / slots) * 100}%` } : { right: `${(1 - index / slots) * 100}%` };
}

interface SlotDetailsProps extends Omit<ChartData, 'slots'> {
  readonly slot: Slot;
}

function SlotDetails({ slot, columns, interval }: SlotDetailsProps) {
  return (
    <>
      <strong>{`${formatFullSlot(slot.start, interval)}: ${formatCalls(slot.total)}`}</strong>
      {columnsIn(slot, columns).map((column) => (
        <div key={column.key} className="chart-tooltip-row">
          <ColorSwatch color={column.color} />
          <span className="chart-tooltip-label">{column.label}</span>
          <span>{formatCount(countIn(slot, column))}</span>
        </div>
      ))}
    </>
  );
}
