import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { promptOperations } from '../../../../api/prompts/operations/prompt-operations.ts';
import type { ResponseOf } from '../http/operation-types.ts';
import { request } from '../http/request.ts';

type PromptPage = ResponseOf<typeof promptOperations.list>;

const PAGE_SIZE = 200;

/** Names by prompt id, including archived prompts. A prompt without a name was deleted. */
export function usePromptNames(ids: readonly string[]) {
  return useQuery({
    queryKey: ['prompts', 'names', ids.toSorted()],
    queryFn: ({ signal }) => fetchNames(ids, signal),
    enabled: ids.length > 0,
    staleTime: 30_000,
    placeholderData: keepPreviousData,
  });
}

/** Stops reading the list when every name is found. */
async function fetchNames(ids: readonly string[], signal: AbortSignal): Promise<Readonly<Record<string, string>>> {
  const missing = new Set(ids);
  const names: Record<string, string> = {};
  let cursor: string | null | undefined;
  do {
    const query = { archived: 'any', limit: PAGE_SIZE, ...(cursor ? { cursor } : {}) };
    const page = await request<PromptPage>('prompts', { query, signal });
    for (const { id, name } of page.data) if (missing.delete(id)) names[id] = name;
    cursor = page.nextCursor;
  } while (cursor && missing.size > 0);
  return names;
}
