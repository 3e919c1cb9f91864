import { Anchor, Grid, Group, Paper, Stack, Title } from '@mantine/core';
import { Link } from 'wouter';
import { CallsChart } from '../../charts/calls-chart.tsx';
import { CallsTable } from '../../charts/calls-table.tsx';
import { statusColumns } from '../../charts/chart-columns.ts';
import type { Slot } from '../../text/fill-series.ts';
import { CallFigures } from './call-figures.tsx';
import { summarizeCalls } from './call-summary.ts';
import { NoCallsYet } from './no-calls-yet.tsx';

const COLUMNS = statusColumns();

/** The calls of the last 30 days, ending today. */
export function CallStatistics({ days }: { readonly days: readonly Slot[] }) {
  const summary = summarizeCalls(days);
  return (
    <Stack gap="md" component="section" aria-labelledby="call-statistics">
      <Group justify="space-between">
        <Title order={2} size="h4" id="call-statistics">
          API calls
        </Title>
        <Anchor component={Link} href="/usage" size="sm">
          All usage
        </Anchor>
      </Group>
      <CallFigures summary={summary} />
      {summary.month === 0 ? (
        <NoCallsYet />
      ) : (
        <Paper withBorder p={{ base: 'sm', sm: 'lg' }}>
          <Stack gap="md">
            <Title order={3} size="h5">
              Calls per day by status
            </Title>
            <Grid gap="xl">
              <Grid.Col span={{ base: 12, lg: 7 }}>
                <CallsChart slots={days} columns={COLUMNS} interval="day" />
              </Grid.Col>
              <Grid.Col span={{ base: 12, lg: 5 }}>
                <CallsTable slots={days} columns={COLUMNS} interval="day" />
              </Grid.Col>
            </Grid>
          </Stack>
        </Paper>
      )}
    </Stack>
  );
}
