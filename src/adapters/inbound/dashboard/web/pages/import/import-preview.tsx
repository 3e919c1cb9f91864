import { Alert, List, Stack, Table, Text } from '@mantine/core';
import { IconAlertTriangle, IconInfoCircle } from '@tabler/icons-react';
import type { Loss, Refusal } from '../../../../../converters/conversion.ts';
import { describeReport } from '../../../../../converters/describe-report.ts';
import { ScrollableTable } from '../../charts/scrollable-table.tsx';
import { TableHead } from '../../forms/table-head.tsx';
import { BreakableName } from '../../text/breakable-name.tsx';
import type { PreparedImport, PreparedPrompt } from './prepare-import.ts';

/** More rows would slow the page down, and nobody reads them. */
const SHOWN_MAX = 200;

/** Reports what would get lost, and what cannot be imported. */
export function ImportReports({ losses, refusals }: Pick<PreparedImport, 'losses' | 'refusals'>) {
  return (
    <>
      {refusals.length > 0 && (
        <Reports title={`Not imported: ${count(refusals.length, 'problem')}`} color="red" reports={refusals} />
      )}
      {losses.length > 0 && (
        <Reports title={`Left out of the import: ${count(losses.length, 'detail')}`} color="yellow" reports={losses} />
      )}
    </>
  );
}

export const count = (number: number, singular: string, plural = `${singular}s`): string =>
  `${number} ${number === 1 ? singular : plural}`;

interface ReportsProps {
  readonly title: string;
  readonly color: 'red' | 'yellow';
  readonly reports: readonly (Loss | Refusal)[];
}

function Reports({ title, color, reports }: ReportsProps) {
  const Icon = color === 'red' ? IconAlertTriangle : IconInfoCircle;
  const texts = reports.slice(0, SHOWN_MAX).map(describeReport);
  return (
    <Alert className="notice" color={color} icon={<Icon aria-hidden />} title={title}>
      <List size="sm" className="broken-words">
        {[...new Set(texts)].map((text) => (
          <List.Item key={text}>{text}</List.Item>
        ))}
      </List>
      {reports.length > SHOWN_MAX && <Text size="sm">and {reports.length - SHOWN_MAX} more</Text>}
    </Alert>
  );
}

export function PromptTable({ prompts }: { readonly prompts: readonly PreparedPrompt[] }) {
  if (prompts.length === 0) return <Text>No prompts found in these files.</Text>;
  return (
    <Stack gap="xs">
      <ScrollableTable name="Prompts to import">
        <Table stickyHeader verticalSpacing={6} aria-label="Prompts to import">
          <TableHead columns={['Name', 'Type', 'Versions', 'Labels']} />
          <Table.Tbody>
            {prompts.slice(0, SHOWN_MAX).map(({ name, type, versions, labels }) => (
              <Table.Tr key={name}>
                <Table.Th scope="row" fw={400}>
                  <BreakableName name={name} />
                </Table.Th>
                <Table.Td>{type}</Table.Td>
                <Table.Td>{versions}</Table.Td>
                <Table.Td>{labels.join(', ')}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </ScrollableTable>
      {prompts.length > SHOWN_MAX && (
        <Text size="sm" c="dimmed">
          and {prompts.length - SHOWN_MAX} more
        </Text>
      )}
    </Stack>
  );
}
