import { SegmentedControl, Skeleton } from '@mantine/core';
import { useSearchParams } from 'wouter';
import { useUsage } from '../../api/account/stats.ts';
import { LoadProblem } from '../../outage/load-problem.tsx';
import { Page } from '../../shell/page.tsx';
import { callsIn } from '../../text/fill-series.ts';
import { NoUsage } from './no-usage.tsx';
import { RefusedCalls } from './refused-calls.tsx';
import { UsageDetails } from './usage-details.tsx';
import { findGrouping, findRange, GROUPINGS, RANGES } from './usage-options.ts';

const REFRESH_MS = 3000;

/** The address contains the selected options, so that they can be bookmarked and shared. */
export default function UsagePage() {
  const [params, setParams] = useSearchParams();
  const range = findRange(params.get('range'));
  const grouping = findGrouping(params.get('by'));
  const { data, error, refetch, isPlaceholderData } = useUsage({ ...range, ...grouping }, REFRESH_MS);
  const select = (name: string, id: string) =>
    setParams((before) => new URLSearchParams([...[...before].filter(([other]) => other !== name), [name, id]]), {
      replace: true,
    });
  return (
    <Page
      title="Usage"
      description="API calls over time (UTC). Live."
      actions={
        <>
          <OptionControl name="Range" options={RANGES} selected={range.id} onSelect={(id) => select('range', id)} />
          <OptionControl
            name="Group by"
            options={GROUPINGS}
            selected={grouping.id}
            onSelect={(id) => select('by', id)}
          />
        </>
      }
    >
      {error && <LoadProblem title="Could not load the statistics" problem={error} onRetry={refetch} />}
      {data && callsIn(data.slots) > 0 && <UsageDetails usage={data} isStale={isPlaceholderData} />}
      {data && callsIn(data.slots) === 0 && <NoUsage groupBy={data.groupBy} />}
      {!data && !error && <Skeleton height={420} />}
      {(data || error) && <RefusedCalls refreshMs={REFRESH_MS} />}
    </Page>
  );
}

interface OptionControlProps {
  readonly name: string;
  readonly options: readonly { readonly id: string; readonly label: string }[];
  readonly selected: string;
  readonly onSelect: (id: string) => void;
}

function OptionControl({ name, options, selected, onSelect }: OptionControlProps) {
  return (
    <SegmentedControl
      aria-label={name}
      data={options.map(({ id, label }) => ({ value: id, label }))}
      value={selected}
      onChange={onSelect}
    />
  );
}
