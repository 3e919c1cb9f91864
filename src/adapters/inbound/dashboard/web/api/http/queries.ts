import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query';
import { type RequestOptions, request } from './request.ts';

type Query = NonNullable<RequestOptions['query']>;
type Reading = { readonly signal: AbortSignal };

/** Options of a query for what a response contains in `data`. */
export const readData = <Data>(queryKey: QueryKey, path: string, query: Query = {}) => ({
  queryKey,
  queryFn: async ({ signal }: Reading) => (await request<{ readonly data: Data }>(path, { query, signal })).data,
});

export interface ListResponse<Item> {
  readonly data: readonly Item[];
  readonly nextCursor: string | null;
}

/** Options of a query for the items of a list, which is loaded page by page. */
export const readPages = <Item>(queryKey: QueryKey, path: string, query: Query = {}) => ({
  queryKey,
  queryFn: ({ pageParam: cursor, signal }: Reading & { readonly pageParam: string }) =>
    request<ListResponse<Item>>(path, { query: { ...query, cursor }, signal }),
  initialPageParam: '',
  getNextPageParam: ({ nextCursor }: ListResponse<Item>) => nextCursor,
  select: flattenPages<Item>,
});

const flattenPages = <Item>({ pages }: { readonly pages: readonly ListResponse<Item>[] }): readonly Item[] =>
  pages.flatMap(({ data }) => data);

/** Stays pending until the queries that the change affects are refreshed. */
export function useChange<Input, Response>(queryKey: QueryKey, change: (input: Input) => Promise<Response>) {
  const client = useQueryClient();
  return useMutation({ mutationFn: change, onSuccess: () => client.invalidateQueries({ queryKey }) });
}

/**
 * Refetches after a failure too: the change may have been applied, or been made by another request. Not awaited, because
 * the response is already here.
 */
export function useUncertainChange<Input>(queryKey: QueryKey, change: (input: Input) => Promise<void>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: change,
    gcTime: 0,
    onSettled: () => void client.invalidateQueries({ queryKey }),
  });
}
