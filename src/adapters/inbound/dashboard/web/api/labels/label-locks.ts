import { useQueries } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { catalogOperations } from '../../../prompts/catalog-operations.ts';
import type { ResponseOf } from '../http/operation-types.ts';
import { request } from '../http/request.ts';
import { promptsKey } from '../prompts/prompts.ts';
import type { LabelLocks } from './board-prompt.ts';

type Locked = ResponseOf<typeof catalogOperations.locked>;

interface LoadedLocks extends Locked {
  readonly label: string;
}

/** The locks of these labels, as far as they are loaded. The map stays the same until they change. */
export function useLabelLocks(labels: readonly string[]): LabelLocks {
  const loaded = useQueries({
    queries: labels.map((label) => ({
      queryKey: [...promptsKey, 'locked', label],
      queryFn: async ({ signal }: { readonly signal: AbortSignal }): Promise<LoadedLocks> => ({
        ...(await request<Locked>('catalog/locked', { query: { label }, signal })),
        label,
      }),
    })),
    combine: onlyLoaded,
  });
  return useMemo(
    () =>
      new Map(
        loaded.map(({ label, data }) => [label, new Map(data.map(({ promptId, isBehind }) => [promptId, isBehind]))]),
      ),
    [loaded],
  );
}

const onlyLoaded = (results: readonly { readonly data: LoadedLocks | undefined }[]): readonly LoadedLocks[] =>
  results.flatMap(({ data }) => data ?? []);
