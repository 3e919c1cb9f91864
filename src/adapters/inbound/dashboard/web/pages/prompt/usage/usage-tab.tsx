import { Anchor, Grid, Skeleton, Stack, Text } from '@mantine/core';
import { Link } from 'wouter';
import { type PromptUsage, usePromptUsage } from '../../../api/account/stats.ts';
import { EmptyState } from '../../../components/empty-state.tsx';
import { LoadProblem } from '../../../outage/load-problem.tsx';
import { formatCount, formatShare } from '../../../text/format.ts';
import { useWorkspace } from '../workspace/workspace-context.tsx';
import { ShareTable } from './share-table.tsx';

const REFRESH_MS = 3000;

/** How often programs read or rendered the prompt in the last 7 days, and how often that failed. */
export function UsageTab() {
  const { prompt } = useWorkspace();
  const { data, error, refetch } = usePromptUsage(prompt.id, REFRESH_MS);
  return (
    <Stack gap="lg">
      {error && <LoadProblem title="Could not load the usage of this prompt" problem={error} onRetry={refetch} />}
      {data?.calls === 0 && (
        <EmptyState title="No calls in the last 7 days">
          Read or render this prompt with your key, and the calls appear here within a few seconds.
        </EmptyState>
      )}
      {data && data.calls > 0 && <Usage usage={data} />}
      {!data && !error && <Skeleton height={240} />}
    </Stack>
  );
}

function Usage({ usage }: { readonly usage: PromptUsage }) {
  const { calls, failed, versions, labels } = usage;
  return (
    <>
      <Text>
        <strong>{formatCount(calls)}</strong> {calls === 1 ? 'call' : 'calls'} in the last 7 days.{' '}
        {failed === 0 ? (
          'None failed.'
        ) : (
          <>
            <strong>{formatCount(failed)}</strong> failed ({formatShare(failed / calls)}):{' '}
            <Anchor component={Link} href="/usage">
              see why
            </Anchor>
            .
          </>
        )}
      </Text>
      <Grid gap="xl">
        <Grid.Col span={{ base: 12, md: 6 }}>
          <ShareTable
            title="By version"
            heading="Version"
            rows={versions.map(({ version, ...totals }) => ({ name: nameVersion(version), ...totals }))}
            total={calls}
          />
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 6 }}>
          <ShareTable
            title="By label"
            heading="Label"
            rows={labels.map(({ label, ...totals }) => ({ name: label ?? 'no label', ...totals }))}
            total={calls}
          />
        </Grid.Col>
      </Grid>
    </>
  );
}

const nameVersion = (version: number | null): string =>
  version === null ? 'version or label not found' : String(version);
