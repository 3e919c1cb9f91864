import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { impactOperations } from '../../../../api/prompts/operations/impact-operations.ts';
import type { BodyOf, ResponseOf } from '../http/operation-types.ts';
import { readPages } from '../http/queries.ts';
import { request } from '../http/request.ts';
import { promptsKey } from './prompts.ts';

export type Includer = ResponseOf<typeof impactOperations.includers>['data'][number];
export type Impact = ResponseOf<typeof impactOperations.impact>;
export type ImpactRequest = BodyOf<typeof impactOperations.impact>;

/** The labelled and latest versions that include a prompt. */
export const useIncluders = (id: string, enabled = true) =>
  useInfiniteQuery({
    ...readPages<Includer>([...promptsKey, 'one', id, 'includers'], `prompts/${id}/includers`),
    enabled,
  });

/** Loads the impact of a change on prompts that include this one; undefined without a change or without includers. */
export function useImpact(id: string, change: ImpactRequest | undefined) {
  const { data: includers = [] } = useIncluders(id, change !== undefined);
  const enabled = change !== undefined && includers.length > 0;
  const { data } = useQuery({
    queryKey: [...promptsKey, 'one', id, 'impact', change],
    queryFn: ({ signal }) => request<Impact>(`prompts/${id}/impact`, { method: 'POST', body: change, signal }),
    enabled,
    // A draft may be invalid at times.
    retry: false,
    placeholderData: keepPreviousData,
    gcTime: 0,
  });
  return enabled ? data : undefined;
}
