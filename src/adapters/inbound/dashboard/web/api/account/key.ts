import { type QueryClient, useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { keyOperations } from '../../../keys/key-operations.ts';
import type { ResponseOf } from '../http/operation-types.ts';
import { readData, readPages, useUncertainChange } from '../http/queries.ts';
import { request } from '../http/request.ts';

/** Dates of the API key, without the key itself. */
type KeyDescription = ResponseOf<typeof keyOperations.describe>['data'];
export type Rotation = ResponseOf<typeof keyOperations.rotations>['data'][number];

const keyQueryKey = ['key'] as const;
const REFRESH_MS = 5000;

export const useKey = () => useQuery(readData<KeyDescription>(keyQueryKey, 'key'));

/** Refreshed while the overview is open. */
export const useKeyUse = () =>
  useQuery({
    ...readData<KeyDescription>([...keyQueryKey, 'use'], 'key'),
    refetchInterval: ({ state }) => (state.data ? REFRESH_MS : false),
  });

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

/** Returns a function that fetches the key, for buttons that copy it. */
export function useFetchKey(): () => Promise<string> {
  const { mutateAsync } = useRevealKey();
  return () => new Promise((resolve, reject) => void mutateAsync(resolve).catch(reject));
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

export const useResetKey = () =>
  useUncertainChange(keyQueryKey, async (receive: KeyReceiver) => {
    receive((await request<ResponseOf<typeof keyOperations.reset>>('key/reset', { method: 'POST' })).data.token);
  });

const ROTATIONS_PER_PAGE = 5;

export const useRotations = () =>
  useInfiniteQuery(readPages<Rotation>([...keyQueryKey, 'rotations'], 'key/rotations', { limit: ROTATIONS_PER_PAGE }));
