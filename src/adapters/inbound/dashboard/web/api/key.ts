import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { request } from './request.ts';

/** About the API key; the key itself is not inside. */
export interface KeyFacts {
  readonly createdAt: string;
  readonly lastUsedAt: string | null;
}

const keyQueryKey = ['key'] as const;

export function useKey() {
  return useQuery({
    queryKey: keyQueryKey,
    queryFn: async ({ signal }) => (await request<{ data: KeyFacts }>('key', { signal })).data,
  });
}

/** Takes the key from the hands of a mutation, whose cache never holds it: nothing is returned, so nothing is kept. */
type Receive = (token: string) => void;

export function useRevealKey() {
  return useMutation({
    mutationFn: async (receive: Receive) => {
      receive((await request<{ data: { token: string } }>('key/reveal', { method: 'POST' })).data.token);
    },
    gcTime: 0,
  });
}

export function useResetKey() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (receive: Receive) => {
      receive((await request<{ data: { token: string } }>('key/reset', { method: 'POST' })).data.token);
    },
    gcTime: 0,
    // Also after a failure: it may have been applied all the same. Not waited for: the answer is there.
    onSettled: () => void client.invalidateQueries({ queryKey: keyQueryKey }),
  });
}

export interface Rotation {
  readonly rotatedAt: string;
  readonly by: 'api' | 'dashboard' | 'cli';
  readonly address: string | null;
}

const ROTATIONS_PER_PAGE = 5;

export function useRotations() {
  return useInfiniteQuery({
    queryKey: [...keyQueryKey, 'rotations'],
    queryFn: ({ pageParam, signal }) =>
      request<{ data: readonly Rotation[]; nextCursor: string | null }>('key/rotations', {
        query: { limit: ROTATIONS_PER_PAGE, cursor: pageParam },
        signal,
      }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
  });
}
