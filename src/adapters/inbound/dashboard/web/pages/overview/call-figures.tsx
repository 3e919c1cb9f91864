import { Paper, SimpleGrid, Text } from '@mantine/core';
import { formatCount, formatShare } from '../../text/format.ts';
import type { CallSummary } from './call-summary.ts';

export function CallFigures({ summary: { today, week, month, successRate } }: { readonly summary: CallSummary }) {
  return (
    <SimpleGrid component="dl" cols={{ base: 2, md: 4 }} m={0}>
      <Figure name="Calls today" value={formatCount(today)} note="Since midnight UTC" />
      <Figure name="Last 7 days" value={formatCount(week)} note="Including today" />
      <Figure name="Last 30 days" value={formatCount(month)} note="Including today" />
      <Figure
        name="Success rate"
        value={successRate === null ? '–' : formatShare(successRate)}
        note="2xx and 3xx responses, last 30 days"
      />
    </SimpleGrid>
  );
}

function Figure({ name, value, note }: { readonly name: string; readonly value: string; readonly note: string }) {
  return (
    <Paper withBorder px="md" py="sm">
      <Text component="dt" size="sm" c="dimmed">
        {name}
      </Text>
      <Text component="dd" m={0} size="xl" fw={650}>
        {value}
      </Text>
      <Text component="dd" m={0} size="xs" c="dimmed">
        {note}
      </Text>
    </Paper>
  );
}
