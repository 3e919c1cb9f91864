import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { request } from './request.ts';

/** Dates of the API key, without the key itself. */
export interface KeyInfo {
  readonly createdAt: string;
  readonly lastUsedAt: string | null;
}

const keyQueryKey = ['key'] as const;

export function useKey() {
  return useQuery({
    queryKey: keyQueryKey,
    queryFn: async ({ signal }) => (await request<{ data: KeyInfo }>('key', { signal })).data,
  });
}

/** Receives the key instead of a return value, which the mutation cache would hold. */
type KeyReceiver = (token: string) => void;

export function useRevealKey() {
  return useMutation({
    mutationFn: async (receive: KeyReceiver) => {
      receive((await request<{ data: { token: string } }>('key/reveal', { method: 'POST' })).data.token);
    },
    gcTime: 0,
  });
}

export function useResetKey() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (receive: KeyReceiver) => {
      receive((await request<{ data: { token: string } }>('key/reset', { method: 'POST' })).data.token);
    },
    gcTime: 0,
    // Also after a failure: the reset may have been applied. Not awaited: the response is already here.
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
