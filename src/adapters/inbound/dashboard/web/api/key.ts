import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { keyOperations } from '../../keys/key-operations.ts';
import type { ResponseOf } from './operation-types.ts';
import { request } from './request.ts';

/** Dates of the API key, without the key itself. */
export type KeyDescription = ResponseOf<typeof keyOperations.describe>;
type RotationPage = ResponseOf<typeof keyOperations.rotations>;
export type Rotation = RotationPage['data'][number];

const keyQueryKey = ['key'] as const;

export function useKey() {
  return useQuery({
    queryKey: keyQueryKey,
    queryFn: async ({ signal }) => (await request<KeyDescription>('key', { signal })).data,
  });
}

/** Receives the key instead of a return value, which the mutation cache would hold. */
type KeyReceiver = (token: string) => void;

export function useRevealKey() {
  return useMutation({
    mutationFn: async (receive: KeyReceiver) => {
      receive((await request<ResponseOf<typeof keyOperations.reveal>>('key/reveal', { method: 'POST' })).data.token);
    },
    gcTime: 0,
  });
}

export function useResetKey() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (receive: KeyReceiver) => {
      receive((await request<ResponseOf<typeof keyOperations.reset>>('key/reset', { method: 'POST' })).data.token);
    },
    gcTime: 0,
    // Also after a failure: the reset may have been applied. Not awaited: the response is already here.
    onSettled: () => void client.invalidateQueries({ queryKey: keyQueryKey }),
  });
}

const ROTATIONS_PER_PAGE = 5;

export function useRotations() {
  return useInfiniteQuery({
    queryKey: [...keyQueryKey, 'rotations'],
    queryFn: ({ pageParam, signal }) =>
      request<RotationPage>('key/rotations', {
        query: { limit: ROTATIONS_PER_PAGE, cursor: pageParam },
        signal,
      }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
  });
}
