import { keepPreviousData, useInfiniteQuery, useQueries, useQuery, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import type * as shapes from '../../../../api/prompts/operations/response-schemas.ts';
import type { catalogOperations } from '../../../prompts/catalog-operations.ts';
import type { ResponseOf } from '../http/operation-types.ts';
import { request, requestWithEtag } from '../http/request.ts';
import type { PromptFilters } from './prompt-filters.ts';

export type Prompt = z.infer<typeof shapes.prompt>;
export type PromptWithVersion = z.infer<typeof shapes.promptWithVersion>;
/** Its ETag, sent back in `If-Match`, makes the server reject a change of a prompt that has changed since. */
export type LoadedPrompt = PromptWithVersion & { readonly etag: string };
export type Version = z.infer<typeof shapes.version>;
export type VersionSummary = z.infer<typeof shapes.versionSummary>;
export type Variable = Version['variables'][number];
export type LabelMove = z.infer<typeof shapes.labelMove>;
export type MovedLabel = z.infer<typeof shapes.movedLabel>;
export type Difference = z.infer<typeof shapes.difference>;
type TagCount = z.infer<typeof shapes.tagCount>;
type CountResponse = ResponseOf<typeof catalogOperations.count>;
type FolderCount = z.infer<typeof shapes.folderCount>;

interface ListResponse<Item> {
  readonly data: readonly Item[];
  readonly nextCursor: string | null;
}

/** Prefix of every query about prompts: invalidating it refreshes them all after a change. */
export const promptsKey = ['prompts'] as const;
const promptQueryKey = (id: string, ...parts: readonly unknown[]) => [...promptsKey, 'one', id, ...parts];

const flattenPages = <Item>({ pages }: { readonly pages: readonly ListResponse<Item>[] }): readonly Item[] =>
  pages.flatMap(({ data }) => data);

const cursorPaging = { initialPageParam: '', getNextPageParam: ({ nextCursor }: ListResponse<unknown>) => nextCursor };

/** More than any window shows, so that the next page arrives before it is needed. */
const PAGE_SIZE = 200;

/** The prompts of a folder and of all folders below it. */
export function usePromptList(filters: PromptFilters) {
  return useInfiniteQuery({
    queryKey: [...promptsKey, 'list', filters],
    queryFn: ({ pageParam: cursor, signal }) => {
      const { q, sort, order } = filters;
      const query = { ...toQuery(filters), q, sort, order, limit: PAGE_SIZE, cursor };
      return request<ListResponse<Prompt>>(withTopLevel('catalog', filters), { query, signal });
    },
    ...cursorPaging,
    select: flattenPages,
    placeholderData: keepPreviousData,
  });
}

/** How many prompts match the filters. The words of a search do not count. */
export function usePromptCount(filters: PromptFilters, enabled: boolean) {
  return useQuery({
    queryKey: [...promptsKey, 'count', toQuery(filters)],
    queryFn: ({ signal }) =>
      request<CountResponse>(withTopLevel('catalog/count', filters), { query: toQuery(filters), signal }),
    enabled,
    select: ({ data }) => data.count,
  });
}

const toQuery = ({ folder, tags, type, archived }: PromptFilters) => ({ within: folder, tag: tags, type, archived });

/** `request` omits empty values, but an empty folder means the top level. */
const withTopLevel = (path: string, { folder }: PromptFilters): string => (folder === '' ? `${path}?folder=` : path);

export function useFolders() {
  return useQuery({
    queryKey: [...promptsKey, 'folders'],
    queryFn: ({ signal }) => request<ListResponse<FolderCount>>('folders', { signal }),
    select: ({ data }) => data,
  });
}

export function useTags(enabled = true) {
  return useQuery({
    queryKey: [...promptsKey, 'tags'],
    queryFn: ({ signal }) => request<ListResponse<TagCount>>('tags', { signal }),
    enabled,
    select: ({ data }) => data,
  });
}

/** A prompt with its latest version. */
export function usePrompt(id: string) {
  return useQuery({
    queryKey: promptQueryKey(id, 'latest'),
    queryFn: async ({ signal }): Promise<LoadedPrompt> => {
      const query = { label: 'latest' };
      const { body, etag } = await requestWithEtag<{ data: PromptWithVersion }>(`prompts/${id}`, { query, signal });
      return { ...body.data, etag };
    },
  });
}

/** The id of the prompt with this name; null if there is none. */
export function usePromptId(name: string | undefined) {
  return useQuery({
    queryKey: [...promptsKey, 'id', name],
    queryFn: async ({ signal }) => {
      // Found through the list: some proxies rewrite encoded slashes in a path.
      const query = { name, archived: 'any' };
      const { data } = await request<ListResponse<Prompt>>('prompts', { query, signal });
      return data[0]?.id ?? null;
    },
    enabled: name !== undefined,
  });
}

export function useVersions(id: string) {
  return useInfiniteQuery({
    queryKey: promptQueryKey(id, 'versions'),
    queryFn: ({ pageParam: cursor, signal }) =>
      request<ListResponse<VersionSummary>>(`prompts/${id}/versions`, { query: { cursor }, signal }),
    ...cursorPaging,
    select: flattenPages,
  });
}

/** A version never changes, so it never becomes stale. */
const versionQuery = (id: string, version: number | undefined) => ({
  queryKey: ['version', id, version],
  queryFn: ({ signal }: { readonly signal: AbortSignal }) =>
    request<{ data: Version }>(`prompts/${id}/versions/${version}`, { signal }),
  select: ({ data }: { readonly data: Version }) => data,
  staleTime: Number.POSITIVE_INFINITY,
});

export function useVersion(id: string, version: number | undefined) {
  const client = useQueryClient();
  // The latest version came with the prompt.
  const initialData = () => {
    const prompt = client.getQueryData<LoadedPrompt>(promptQueryKey(id, 'latest'));
    return prompt && prompt.version === version ? { data: prompt } : undefined;
  };
  return useQuery({ ...versionQuery(id, version), enabled: version !== undefined, initialData });
}

const onlyLoaded = (results: readonly { readonly data: Version | undefined }[]): readonly Version[] =>
  results.flatMap(({ data }) => data ?? []);

/** Several versions with their content: those that are loaded already. */
export const useLoadedVersions = (id: string, versions: readonly number[]): readonly Version[] =>
  useQueries({ queries: versions.map((version) => versionQuery(id, version)), combine: onlyLoaded });

export function useDifference(id: string, from: number, to: number) {
  return useQuery({
    queryKey: ['difference', id, from, to],
    queryFn: ({ signal }) => request<{ data: Difference }>(`prompts/${id}/diff`, { query: { from, to }, signal }),
    select: ({ data }) => data,
    staleTime: Number.POSITIVE_INFINITY,
  });
}

export function useLabelHistory(id: string, label: string) {
  return useInfiniteQuery({
    queryKey: promptQueryKey(id, 'history', label),
    queryFn: ({ pageParam: cursor, signal }) =>
      request<ListResponse<LabelMove>>(`prompts/${id}/labels/${label}/history`, { query: { cursor }, signal }),
    ...cursorPaging,
    select: flattenPages,
  });
}
