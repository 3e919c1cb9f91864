import { useQuery } from '@tanstack/react-query';
import type { callerOperations } from '../../../../api/callers/caller-operations.ts';
import type { ResponseOf } from '../http/operation-types.ts';
import { readData } from '../http/queries.ts';
import { request } from '../http/request.ts';
import { promptsKey } from '../prompts/prompts.ts';

type CallersResponse = ResponseOf<typeof callerOperations.list>;
type Arrival = ResponseOf<typeof callerOperations.arrival>['data'];

const callersKey = ['callers'] as const;

const DAY_MS = 24 * 3_600_000;
const REFRESH_MS = 3000;

/** The programs that used the current key in the last 24 hours; undefined if callers are not recorded. */
export function useCallersOfKey(enabled: boolean) {
  return useQuery({
    queryKey: [...callersKey, 'of-key'],
    queryFn: async ({ signal }) => {
      const query = { seenSince: new Date(Date.now() - DAY_MS).toISOString() };
      const { data, collection } = await request<CallersResponse>('callers', { query, signal });
      return { callers: data.filter(({ usedCurrentKey }) => usedCurrentKey), isRecorded: collection !== 'off' };
    },
    enabled,
    // The list of programs that a reset cuts off must not come from the cache.
    staleTime: 0,
    gcTime: 0,
  });
}

/** Refreshes while the page is visible. */
export const useArrival = (id: string, label: string) =>
  useQuery({
    ...readData<Arrival>(
      [...promptsKey, 'one', id, 'arrival', label],
      `prompts/${id}/labels/${encodeURIComponent(label)}/arrival`,
    ),
    refetchInterval: ({ state }) => (state.data ? REFRESH_MS : false),
  });

/** Whether the service records callers. */
export function useCallersRecorded(enabled: boolean) {
  return useQuery({
    queryKey: [...callersKey, 'collection'],
    queryFn: async ({ signal }) => {
      // This query selects no caller: only the setting is needed.
      const query = { seenSince: '9999-12-31' };
      const { collection } = await request<CallersResponse>('callers', { query, signal });
      return collection !== 'off';
    },
    enabled,
    staleTime: Number.POSITIVE_INFINITY,
  });
}
