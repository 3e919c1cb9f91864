import { SimpleGrid, Skeleton } from '@mantine/core';
import { useUsage } from '../../api/stats.ts';
import { ProblemNotice } from '../../components/problem-notice.tsx';
import { Page } from '../../shell/page.tsx';
import { CallStatistics } from './call-statistics.tsx';
import { KeyUse } from './key-use.tsx';
import { NewestPrompts } from './newest-prompts.tsx';

/** Whoever calls the API sees it here within two seconds: the service may take one of them to write it down. */
const REFRESH_MS = 500;

export default function OverviewPage() {
  const { data, error, refetch } = useUsage({ interval: 'day', count: 30, groupBy: 'status' }, REFRESH_MS);
  return (
    <Page title="Overview" description="What your programs asked for. Updates by itself; days are UTC days.">
      {error && <ProblemNotice title="The statistics could not be read" problem={error} retry={refetch} />}
      {data && <CallStatistics days={data.slots} />}
      {!data && !error && <Skeleton height={480} />}
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg">
        <NewestPrompts />
        <KeyUse />
      </SimpleGrid>
    </Page>
  );
}
