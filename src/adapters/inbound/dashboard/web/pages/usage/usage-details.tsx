import { Button, Collapse, Grid, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconTable } from '@tabler/icons-react';
import type { Usage } from '../../api/account/stats.ts';
import { CallsChart } from '../../charts/calls-chart.tsx';
import { CallsTable } from '../../charts/calls-table.tsx';
import { chartColumns, statusColumns } from '../../charts/chart-columns.ts';
import { groupTotals, statusTotals } from '../../charts/group-totals.ts';
import { CsvButton } from './csv-button.tsx';
import { useGroupLabels } from './group-labels.ts';
import { GroupTable } from './group-table.tsx';
import { groupingBy } from './usage-options.ts';

interface UsageDetailsProps {
  readonly usage: Usage;
  /** True while the usage for newly selected options loads. */
  readonly isStale: boolean;
}

export function UsageDetails({ usage, isStale }: UsageDetailsProps) {
  const { slots, groupBy, interval } = usage;
  const [isTableShown, { toggle }] = useDisclosure();
  const grouping = groupingBy(groupBy);
  const totals = groupBy === 'status' ? statusTotals(slots) : groupTotals(slots);
  const labelOf = useGroupLabels(
    groupBy,
    totals.map(({ group }) => group),
  );
  const groups = totals.map((total) => ({ ...total, ...labelOf(total.group) }));
  const columns = groupBy === 'status' ? statusColumns() : chartColumns(groups);
  return (
    <Paper withBorder p={{ base: 'sm', sm: 'lg' }} aria-busy={isStale} opacity={isStale ? 0.5 : 1}>
      <Stack gap="md">
        <Group justify="space-between">
          <div>
            <Title order={2} size="h4">
              {grouping.title}
            </Title>
            {grouping.note && (
              <Text size="sm" c="dimmed">
                {grouping.note}
              </Text>
            )}
          </div>
          <CsvButton usage={usage} groups={groups} />
        </Group>
        <Grid gap="xl">
          <Grid.Col span={{ base: 12, lg: 7 }}>
            <CallsChart slots={slots} columns={columns} interval={interval} />
          </Grid.Col>
          <Grid.Col span={{ base: 12, lg: 5 }}>
            <GroupTable grouping={grouping} groups={groups} columns={columns} />
          </Grid.Col>
        </Grid>
        <Button
          variant="default"
          leftSection={<IconTable size={16} aria-hidden />}
          onClick={toggle}
          aria-expanded={isTableShown}
          mr="auto"
        >
          {isTableShown ? `Hide the table` : `Show a table by ${interval}`}
        </Button>
        <Collapse expanded={isTableShown}>
          <CallsTable slots={slots} columns={columns} interval={interval} />
        </Collapse>
      </Stack>
    </Paper>
  );
}
