import { SimpleGrid, Skeleton } from '@mantine/core';
import { useUsage } from '../../api/stats.ts';
import { LoadProblem } from '../../outage/load-problem.tsx';
import { Page } from '../../shell/page.tsx';
import { CallStatistics } from './call-statistics.tsx';
import { KeyUse } from './key-use.tsx';
import { RecentPrompts } from './recent-prompts.tsx';

/** A call appears here within two seconds, of which the service may take one to store it. */
const REFRESH_MS = 500;

export default function OverviewPage() {
  const { data, error, refetch } = useUsage({ interval: 'day', count: 30, groupBy: 'status' }, REFRESH_MS);
  return (
    <Page title="Overview" description="API calls of your programs. Updates automatically; days are in UTC.">
      {error && <LoadProblem title="Could not load the statistics" problem={error} onRetry={refetch} />}
      {data && <CallStatistics days={data.slots} />}
      {!data && !error && <Skeleton height={480} />}
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg">
        <RecentPrompts />
        <KeyUse />
      </SimpleGrid>
    </Page>
  );
}
