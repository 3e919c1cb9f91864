import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { UsageGrouping } from '../../../../../../domain/usage/usage.ts';
import type { statsOperations } from '../../../../api/stats/stats-operations.ts';
import type { usageOperations } from '../../../usage/usage-operations.ts';
import { fillSeries, type Interval, type Slot, slotStart } from '../../text/fill-series.ts';
import type { ResponseOf } from '../http/operation-types.ts';
import { readData } from '../http/queries.ts';
import { request } from '../http/request.ts';

export type GroupBy = UsageGrouping;
type StatsResponse = ResponseOf<typeof statsOperations.stats>;
export type RefusedCall = ResponseOf<typeof usageOperations.refusedCalls>['data'][number];
export type PromptUsage = ResponseOf<typeof usageOperations.ofPrompt>['data'];
export type PromptCalls = ResponseOf<typeof usageOperations.byPrompt>['data'];

export interface UsageQuery {
  readonly interval: Interval;
  /** Number of hours or days, including the current one. */
  readonly count: number;
  readonly groupBy: GroupBy;
}

/** Carries its own query: while the next one loads, the previous usage stays visible. */
export interface Usage {
  readonly interval: Interval;
  readonly groupBy: GroupBy;
  readonly slots: readonly Slot[];
}

const REFRESH_AFTER_FAILURE_MS = 10_000;

/** Refreshes while the page is visible. */
export function useUsage({ interval, count, groupBy }: UsageQuery, refreshMs: number) {
  return useQuery({
    queryKey: ['stats', interval, count, groupBy],
    queryFn: ({ signal }) => fetchUsage({ interval, count, groupBy }, signal),
    refetchInterval: ({ state }) => refreshInterval(state, refreshMs),
    placeholderData: keepPreviousData,
  });
}

async function fetchUsage({ interval, count, groupBy }: UsageQuery, signal: AbortSignal): Promise<Usage> {
  const from = new Date(slotStart(Date.now(), interval, count - 1)).toISOString();
  // Without `to`, the service counts up to its own time.
  const { data } = await request<StatsResponse>('stats', { query: { from, interval, groupBy }, signal });
  return { interval, groupBy, slots: fillSeries(data).slice(-count) };
}

/** The latest calls that failed, newest first. Refreshes while the page is visible. */
export const useRefusedCalls = (refreshMs: number) =>
  useQuery({
    ...readData<readonly RefusedCall[]>(['refused-calls'], 'refused-calls'),
    refetchInterval: ({ state }) => refreshInterval(state, refreshMs),
  });

/** The calls of a prompt in the last 7 days. Refreshes while the page is visible. */
export const usePromptUsage = (id: string, refreshMs: number) =>
  useQuery({
    ...readData<PromptUsage>(['prompt-usage', id], `prompts/${id}/usage`),
    refetchInterval: ({ state }) => refreshInterval(state, refreshMs),
  });

const CALLS_STALE_MS = 60_000;

/** The calls of every prompt in the last 7 days. */
export const usePromptCalls = (enabled: boolean) =>
  useQuery({ ...readData<PromptCalls>(['prompt-calls'], 'prompt-calls'), enabled, staleTime: CALLS_STALE_MS });

/** Without data, nothing refreshes: after an outage, `useOutageRecovery` loads it. */
function refreshInterval(state: { readonly data: unknown; readonly error: unknown }, refreshMs: number) {
  if (!state.data) return false;
  return state.error ? REFRESH_AFTER_FAILURE_MS : refreshMs;
}
