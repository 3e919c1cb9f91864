import { Anchor, Code, Paper, Skeleton, Stack, Table, Text, Title } from '@mantine/core';
import { Link } from 'wouter';
import { type RefusedCall, useRefusedCalls } from '../../api/account/stats.ts';
import { ScrollableTable } from '../../charts/scrollable-table.tsx';
import { nameCaller } from '../../components/caller-names.ts';
import { RelativeTime } from '../../components/relative-time.tsx';
import { TableHead } from '../../forms/table-head.tsx';
import { LoadProblem } from '../../outage/load-problem.tsx';
import { BreakableName } from '../../text/breakable-name.tsx';

const TITLE = 'Why calls failed';
const COLUMNS = ['Time', 'Status', 'Endpoint', 'Prompt', 'Caller', 'Request ID'];

/** The latest calls of the account that ended with an error, whatever range is selected above. */
export function RefusedCalls({ refreshMs }: { readonly refreshMs: number }) {
  const { data: calls, error, refetch } = useRefusedCalls(refreshMs);
  return (
    <Paper withBorder p={{ base: 'sm', sm: 'lg' }} component="section" aria-labelledby="refused-calls">
      <Stack gap="md">
        <div>
          <Title order={2} size="h4" id="refused-calls">
            {TITLE}
          </Title>
          <Text size="sm" c="dimmed">
            The latest 100 calls with a 4xx or 5xx response. Find more about a request ID in the server log.
          </Text>
        </div>
        {error && <LoadProblem title="Could not load the failed calls" problem={error} onRetry={refetch} />}
        {calls?.length === 0 && <Text>No failed calls</Text>}
        {calls && calls.length > 0 && <RefusedCallsTable calls={calls} />}
        {!calls && !error && <Skeleton height={120} />}
      </Stack>
    </Paper>
  );
}

function RefusedCallsTable({ calls }: { readonly calls: readonly RefusedCall[] }) {
  return (
    <ScrollableTable name={TITLE}>
      <Table stickyHeader verticalSpacing={6} horizontalSpacing="xs" aria-label={TITLE}>
        <TableHead columns={COLUMNS} />
        <Table.Tbody>
          {calls.map((call) => (
            <RefusedCallRow key={call.id} call={call} />
          ))}
        </Table.Tbody>
      </Table>
    </ScrollableTable>
  );
}

function RefusedCallRow({ call }: { readonly call: RefusedCall }) {
  const { at, status, code, route, promptId, prompt, caller, requestId } = call;
  return (
    <Table.Tr>
      <Table.Td>
        <RelativeTime at={at} />
      </Table.Td>
      <Table.Td style={{ whiteSpace: 'nowrap' }}>
        {status} {code && <Code>{code}</Code>}
      </Table.Td>
      <Table.Td>
        <BreakableName name={route} />
      </Table.Td>
      <Table.Td>
        {promptId && prompt ? (
          <Anchor component={Link} href={`/prompts/${promptId}`} size="sm">
            <BreakableName name={prompt} />
          </Anchor>
        ) : (
          promptId && 'deleted'
        )}
      </Table.Td>
      <Table.Td>{caller ? nameCaller({ name: caller.name, address: caller.address ?? '' }) : 'not recorded'}</Table.Td>
      <Table.Td>
        <Code style={{ overflowWrap: 'anywhere' }}>{requestId}</Code>
      </Table.Td>
    </Table.Tr>
  );
}
