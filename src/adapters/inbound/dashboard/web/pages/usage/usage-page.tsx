import { Skeleton } from '@mantine/core';
import { useSearchParams } from 'wouter';
import { useUsage } from '../../api/stats.ts';
import { callsIn } from '../../charts/fill-series.ts';
import { ProblemNotice } from '../../components/problem-notice.tsx';
import { Page } from '../../shell/page.tsx';
import { NoUsage } from './no-usage.tsx';
import { Choice } from './option-control.tsx';
import { UsageDetails } from './usage-details.tsx';
import { GROUPINGS, groupingNamed, RANGES, rangeNamed } from './usage-options.ts';

const REFRESH_MS = 3000;

/** What is chosen stands in the address, so that it can be kept and passed on. */
export default function UsagePage() {
  const [params, setParams] = useSearchParams();
  const range = rangeNamed(params.get('range'));
  const grouping = groupingNamed(params.get('by'));
  const { data, error, refetch, isPlaceholderData } = useUsage({ ...range, ...grouping }, REFRESH_MS);
  const choose = (name: string, id: string) =>
    setParams((before) => new URLSearchParams([...[...before].filter(([other]) => other !== name), [name, id]]), {
      replace: true,
    });
  return (
    <Page
      title="Usage"
      description="Calls of the API, by hours and days in UTC. Updates by itself."
      actions={
        <>
          <Choice name="Range" options={RANGES} chosen={range.id} choose={(id) => choose('range', id)} />
          <Choice name="Group by" options={GROUPINGS} chosen={grouping.id} choose={(id) => choose('by', id)} />
        </>
      }
    >
      {error && <ProblemNotice title="The statistics could not be read" problem={error} retry={refetch} />}
      {data && callsIn(data.slots) > 0 && <UsageDetails usage={data} outdated={isPlaceholderData} />}
      {data && callsIn(data.slots) === 0 && <NoUsage groupBy={data.groupBy} />}
      {!data && !error && <Skeleton height={420} />}
    </Page>
  );
}
