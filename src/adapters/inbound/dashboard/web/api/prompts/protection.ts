import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { protectionOperations } from '../../../../api/prompts/operations/protection-operations.ts';
import type { ResponseOf } from '../http/operation-types.ts';
import { request } from '../http/request.ts';
import { promptsKey } from './prompts.ts';

type ProtectionResponse = ResponseOf<typeof protectionOperations.list>;

const protectionKey = [...promptsKey, 'protected-labels'] as const;

/** The labels that programs with the API key cannot move. */
export function useProtectedLabels() {
  return useQuery({
    queryKey: protectionKey,
    queryFn: ({ signal }) => request<ProtectionResponse>('protected-labels', { signal }),
    select: ({ data }) => data.labels,
  });
}

export function useProtectLabels() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (labels: readonly string[]) =>
      request<ProtectionResponse>('protected-labels', { method: 'PUT', body: { labels } }),
    onSuccess: (response) => client.setQueryData(protectionKey, response),
  });
}
