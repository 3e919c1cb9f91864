import './activity.css';
import { Stack, Text } from '@mantine/core';
import { useEffect } from 'react';
import { useSearchParams } from 'wouter';
import {
  type ActivityFilters,
  hasActivityFilters,
  readActivityFilters,
  writeActivityFilters,
} from '../../api/activity/activity-filters.ts';
import { mergeEvents } from '../../api/activity/change-events.ts';
import { useChanges } from '../../api/activity/changes.ts';
import { useLiveChanges } from '../../api/activity/live-changes.ts';
import { EmptyState } from '../../components/empty-state.tsx';
import { LoadMore } from '../../components/load-more.tsx';
import { PendingRows } from '../../components/pending-rows.tsx';
import { LoadProblem, NotLoaded } from '../../outage/load-problem.tsx';
import { Page } from '../../shell/page.tsx';
import { ActivityFilterBar } from './activity-filter-bar.tsx';
import { EventRow } from './event-row.tsx';

/** The address contains the filters, so that they can be bookmarked and shared. */
export default function ActivityPage() {
  const [params, setParams] = useSearchParams();
  const filters = readActivityFilters(params);
  const changeFilters = (changes: Partial<ActivityFilters>, replace = false) =>
    setParams((before) => writeActivityFilters({ ...readActivityFilters(before), ...changes }), { replace });
  return (
    <Page title="Activity" description="What changed, when, and through which interface. Live.">
      <ActivityFilterBar filters={filters} onChange={changeFilters} />
      <EventList filters={filters} onClear={() => setParams(new URLSearchParams())} />
    </Page>
  );
}

const PENDING_ROWS = <PendingRows count={5} height={46} gap="xs" />;

interface EventListProps {
  readonly filters: ActivityFilters;
  readonly onClear: () => void;
}

function EventList({ filters, onClear }: EventListProps) {
  const query = useChanges(filters);
  const { data, error, refetch, isPlaceholderData, hasNextPage, isFetchingNextPage, fetchNextPage } = query;
  const position = isPlaceholderData ? undefined : data?.position;
  const live = useLiveChanges(filters, position, () => void refetch());
  const events = data && mergeEvents(live, data.events, hasNextPage);
  // A filter that matches little may need several requests to find anything.
  const mayFindMore = events?.length === 0 && hasNextPage && !isFetchingNextPage && !error;
  useEffect(() => {
    if (mayFindMore) void fetchNextPage();
  }, [mayFindMore, fetchNextPage]);
  if (!events) return <NotLoaded title="Could not load activity" query={query} pending={PENDING_ROWS} />;
  if (events.length === 0 && hasNextPage && !error) return PENDING_ROWS;
  if (events.length === 0 && !error) return <NoEvents isFiltered={hasActivityFilters(filters)} onClear={onClear} />;
  return (
    <Stack gap="md" aria-busy={isPlaceholderData}>
      {error && <LoadProblem title="Could not load activity" problem={error} onRetry={refetch} />}
      <Text size="sm" c="dimmed" role="status">
        {events.length}
        {hasNextPage ? ' or more' : ''} {events.length === 1 && !hasNextPage ? 'change' : 'changes'}
      </Text>
      <ul className="events" aria-label="Changes">
        {events.map((event) => (
          <EventRow key={event.id} event={event} />
        ))}
      </ul>
      <LoadMore query={query} />
    </Stack>
  );
}

function NoEvents({ isFiltered, onClear }: { readonly isFiltered: boolean; readonly onClear: () => void }) {
  if (!isFiltered) {
    return (
      <EmptyState title="No activity yet">
        Changes to prompts, versions and labels appear here as they happen.
      </EmptyState>
    );
  }
  return (
    <EmptyState title="No matching changes" onClear={onClear}>
      Change or clear the filters to see more.
    </EmptyState>
  );
}
