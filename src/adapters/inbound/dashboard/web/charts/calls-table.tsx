import './charts.css';
import { Table } from '@mantine/core';
import { BreakableName } from '../text/breakable-name.tsx';
import { callsIn } from '../text/fill-series.ts';
import { formatCount, formatFullSlot, formatSlot } from '../text/format.ts';
import { type ChartData, countIn } from './chart-columns.ts';
import { ScrollableTable } from './scrollable-table.tsx';

/** The numbers of the chart, newest first. */
export function CallsTable({ slots, columns, interval }: ChartData) {
  return (
    <ScrollableTable name={`Calls per ${interval}`}>
      <Table stickyHeader verticalSpacing={4} horizontalSpacing={8} aria-label={`Calls per ${interval}`}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">{interval === 'hour' ? 'Hour' : 'Day'} (UTC)</Table.Th>
            {columns.map(({ key, label }) => (
              <Table.Th key={key} scope="col" className="number">
                <BreakableName name={label} />
              </Table.Th>
            ))}
            <Table.Th scope="col" className="number">
              All
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {slots.toReversed().map((slot) => (
            <Table.Tr key={slot.start}>
              <Table.Th scope="row" fw={400}>
                <time dateTime={slot.start}>
                  {interval === 'hour' ? formatFullSlot(slot.start, interval) : formatSlot(slot.start, interval)}
                </time>
              </Table.Th>
              {columns.map((column) => (
                <Table.Td key={column.key} className="number">
                  {formatCount(countIn(slot, column))}
                </Table.Td>
              ))}
              <Table.Td className="number">{formatCount(slot.total)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
        <Table.Tfoot>
          <Table.Tr>
            <Table.Th scope="row">Total</Table.Th>
            {columns.map((column) => (
              <Table.Th key={column.key} className="number">
                {formatCount(slots.reduce((sum, slot) => sum + countIn(slot, column), 0))}
              </Table.Th>
            ))}
            <Table.Th className="number">{formatCount(callsIn(slots))}</Table.Th>
          </Table.Tr>
        </Table.Tfoot>
      </Table>
    </ScrollableTable>
  );
}
