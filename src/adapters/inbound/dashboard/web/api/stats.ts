import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type CountedCalls, fillSeries, type Interval, type Slot, slotStart } from '../charts/fill-series.ts';
import { request } from './request.ts';

export type GroupBy = 'status' | 'route' | 'prompt';

export interface UsageChoice {
  readonly interval: Interval;
  /** How many hours or days, the one that is not over yet among them. */
  readonly count: number;
  readonly groupBy: GroupBy;
}

/** Says what it is the usage of: while another choice is on its way, the one before stays. */
export interface Usage {
  readonly interval: Interval;
  readonly groupBy: GroupBy;
  readonly slots: readonly Slot[];
}

const AFTER_FAILURE_MS = 10_000;

/** The calls of the API, fresh while the page is in sight. A first answer that fails is asked for again by hand. */
export function useUsage({ interval, count, groupBy }: UsageChoice, refreshMs: number) {
  return useQuery({
    queryKey: ['stats', interval, count, groupBy],
    queryFn: ({ signal }) => fetchUsage({ interval, count, groupBy }, signal),
    refetchInterval: ({ state }) => {
      if (!state.data) return false;
      return state.error ? AFTER_FAILURE_MS : refreshMs;
    },
    placeholderData: keepPreviousData,
  });
}

async function fetchUsage({ interval, count, groupBy }: UsageChoice, signal: AbortSignal): Promise<Usage> {
  const from = new Date(slotStart(Date.now(), interval, count - 1)).toISOString();
  // Until when is left to the service, whose clock counts. Its answer is not kept: while nobody calls, nothing changes.
  const { data } = await request<{ data: CountedCalls }>('stats', { query: { from, interval, groupBy }, signal });
  return { interval, groupBy, slots: fillSeries(data).slice(-count) };
}
