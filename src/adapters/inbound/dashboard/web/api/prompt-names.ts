import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { request } from './request.ts';

interface Page {
  readonly data: readonly { readonly id: string; readonly name: string }[];
  readonly nextCursor: string | null;
}

const PAGE_SIZE = 200;

/** The names of these prompts by their id, archived ones too. A prompt that is not in it was deleted. */
export function usePromptNames(ids: readonly string[]) {
  return useQuery({
    queryKey: ['prompts', 'names', ids.toSorted()],
    queryFn: ({ signal }) => namesOf(ids, signal),
    enabled: ids.length > 0,
    staleTime: 30_000,
    placeholderData: keepPreviousData,
  });
}

/** Reads the list only as far as it must. */
async function namesOf(ids: readonly string[], signal: AbortSignal): Promise<Readonly<Record<string, string>>> {
  const missing = new Set(ids);
  const names: Record<string, string> = {};
  let cursor: string | null | undefined;
  do {
    const query = { archived: 'any', limit: PAGE_SIZE, ...(cursor ? { cursor } : {}) };
    const page: Page = await request('prompts', { query, signal });
    for (const { id, name } of page.data) if (missing.delete(id)) names[id] = name;
    cursor = page.nextCursor;
  } while (cursor && missing.size > 0);
  return names;
}
