import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { protectionOperations } from '../../../../api/prompts/operations/protection-operations.ts';
import type { ResponseOf } from '../http/operation-types.ts';
import { readData } from '../http/queries.ts';
import { request } from '../http/request.ts';
import { promptsKey } from './prompts.ts';

type Protection = ResponseOf<typeof protectionOperations.list>['data'];

const protectionKey = [...promptsKey, 'protected-labels'] as const;

/** The labels that programs with the API key cannot move. */
export const useProtectedLabels = () =>
  useQuery({ ...readData<Protection>(protectionKey, 'protected-labels'), select: ({ labels }) => labels });

export function useProtectLabels() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (labels: readonly string[]) =>
      request<{ data: Protection }>('protected-labels', { method: 'PUT', body: { labels } }),
    onSuccess: ({ data }) => client.setQueryData(protectionKey, data),
  });
}
