import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { request } from '../http/request.ts';
import { type ActivityFilters, writeActivityFilters } from './activity-filters.ts';
import type { ChangePage } from './change-events.ts';

/** The changes that match, newest first, and the position in the feed from which others follow. */
export function useChanges(filters: ActivityFilters) {
  const query = writeActivityFilters(filters);
  return useInfiniteQuery({
    queryKey: ['changes', query.toString()],
    queryFn: ({ pageParam: cursor, signal }) =>
      request<ChangePage>(query.size > 0 ? `changes?${query}` : 'changes', { query: { cursor }, signal }),
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }: ChangePage) => nextCursor,
    select: ({ pages }) => ({ events: pages.flatMap(({ data }) => data), position: pages[0]?.position }),
    placeholderData: keepPreviousData,
  });
}
