import { type QueryClient, useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { keyOperations } from '../../../keys/key-operations.ts';
import type { ResponseOf } from '../http/operation-types.ts';
import { request } from '../http/request.ts';

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
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (receive: KeyReceiver) => {
      const { data } = await request<ResponseOf<typeof keyOperations.reveal>>('key/reveal', { method: 'POST' });
      receive(data.token);
      if (!data.isReplacement) return;
      announceReplacedKey(client);
      void client.invalidateQueries({ queryKey: keyQueryKey });
    },
    gcTime: 0,
  });
}

const replacedKeyQueryKey = ['replaced-key'] as const;

/** The key was lost with the keyring of the service and has just been replaced: its owner has to know. */
export function announceReplacedKey(client: QueryClient): void {
  client.setQueryData(replacedKeyQueryKey, true);
}

/** Whether the owner has still to be shown the key that replaced a lost one. */
export function useReplacedKey() {
  const client = useQueryClient();
  const { data: isReplaced } = useQuery({
    queryKey: replacedKeyQueryKey,
    queryFn: () => false,
    initialData: false,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return { isReplaced, dismiss: () => client.setQueryData(replacedKeyQueryKey, false) };
}

export function useResetKey() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (receive: KeyReceiver) => {
      receive((await request<ResponseOf<typeof keyOperations.reset>>('key/reset', { method: 'POST' })).data.token);
    },
    gcTime: 0,
    // Refetch after a failure too: the reset may have been applied. Not awaited: the response is already here.
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
