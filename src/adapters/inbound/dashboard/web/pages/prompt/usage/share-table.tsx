import { Stack, Table, Title } from '@mantine/core';
import { ScrollableTable } from '../../../charts/scrollable-table.tsx';
import { formatCount, formatShare } from '../../../text/format.ts';

interface ShareRow {
  readonly name: string;
  readonly calls: number;
  readonly failed: number;
}

interface ShareTableProps {
  readonly title: string;
  /** Heading of the first column. */
  readonly heading: string;
  readonly rows: readonly ShareRow[];
  readonly total: number;
}

/** Calls and failures of each version or label. */
export function ShareTable({ title, heading, rows, total }: ShareTableProps) {
  return (
    <Stack gap="xs">
      <Title order={2} size="h5">
        {title}
      </Title>
      <ScrollableTable name={title}>
        <Table stickyHeader verticalSpacing={6} horizontalSpacing="xs" aria-label={title}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th scope="col">{heading}</Table.Th>
              {['Calls', 'Share', 'Failed', 'Error rate'].map((column) => (
                <Table.Th scope="col" className="number" key={column}>
                  {column}
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {rows.map(({ name, calls, failed }) => (
              <Table.Tr key={name}>
                <Table.Th scope="row" fw={400}>
                  {name}
                </Table.Th>
                <Table.Td className="number">{formatCount(calls)}</Table.Td>
                <Table.Td className="number">{formatShare(calls / total)}</Table.Td>
                <Table.Td className="number">{formatCount(failed)}</Table.Td>
                <Table.Td className="number">{formatShare(failed / calls)}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </ScrollableTable>
    </Stack>
  );
}
