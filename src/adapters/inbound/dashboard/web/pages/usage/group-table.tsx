import { Anchor, Group, Table } from '@mantine/core';
import { Link } from 'wouter';
import type { ChartColumn } from '../../charts/chart-columns.ts';
import { ColorSwatch } from '../../charts/color-swatch.tsx';
import type { GroupTotal } from '../../charts/group-totals.ts';
import { ScrollableTable } from '../../charts/scrollable-table.tsx';
import { BreakableName } from '../../text/breakable-name.tsx';
import { formatCount, formatShare } from '../../text/format.ts';

interface LabelledTotal extends GroupTotal {
  readonly label: string;
  readonly href?: string;
}

interface GroupTableProps {
  readonly grouping: { readonly label: string; readonly heading?: string; readonly title: string };
  readonly groups: readonly LabelledTotal[];
  readonly columns: readonly ChartColumn[];
}

/** Every group, including those without a colour in the chart. */
export function GroupTable({ grouping, groups, columns }: GroupTableProps) {
  const colors = new Map(columns.flatMap((column) => column.groups.map((group) => [group, column.color])));
  const all = groups.reduce((sum, { count }) => sum + count, 0);
  return (
    <ScrollableTable name={grouping.title}>
      <Table stickyHeader verticalSpacing={6} horizontalSpacing="xs" aria-label={grouping.title}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">{grouping.heading ?? grouping.label}</Table.Th>
            <Table.Th scope="col" className="number">
              Calls
            </Table.Th>
            <Table.Th scope="col" className="number">
              Share
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {groups.map(({ group, label, href, count, share }) => (
            <Table.Tr key={group}>
              <Table.Th scope="row" fw={400}>
                <Group gap={8} wrap="nowrap" style={{ overflowWrap: 'break-word' }}>
                  <ColorSwatch color={colors.get(group) ?? 'transparent'} />
                  {href ? (
                    <Anchor component={Link} href={href} size="sm">
                      <BreakableName name={label} />
                    </Anchor>
                  ) : (
                    <span>
                      <BreakableName name={label} />
                    </span>
                  )}
                </Group>
              </Table.Th>
              <Table.Td className="number">{formatCount(count)}</Table.Td>
              <Table.Td className="number">{formatShare(share)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
        <Table.Tfoot>
          <Table.Tr>
            <Table.Th scope="row">Total</Table.Th>
            <Table.Th className="number">{formatCount(all)}</Table.Th>
            <Table.Th className="number">{formatShare(1)}</Table.Th>
          </Table.Tr>
        </Table.Tfoot>
      </Table>
    </ScrollableTable>
  );
}
