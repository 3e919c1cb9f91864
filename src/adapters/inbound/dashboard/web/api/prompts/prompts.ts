import { keepPreviousData, useInfiniteQuery, useQueries, useQuery, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import type * as shapes from '../../../../api/prompts/operations/response-schemas.ts';
import type { catalogOperations } from '../../../prompts/catalog-operations.ts';
import type { ResponseOf } from '../http/operation-types.ts';
import { readData, readPages } from '../http/queries.ts';
import { requestWithEtag } from '../http/request.ts';
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
export type RolledBackLabel = z.infer<typeof shapes.rolledBackLabel>;
export type Difference = z.infer<typeof shapes.difference>;
type TagCount = z.infer<typeof shapes.tagCount>;
type PromptCount = ResponseOf<typeof catalogOperations.count>['data'];
type FolderCount = z.infer<typeof shapes.folderCount>;

/** Prefix of every query about prompts: invalidating it refreshes them all after a change. */
export const promptsKey = ['prompts'] as const;
const promptQueryKey = (id: string, ...parts: readonly unknown[]) => [...promptsKey, 'one', id, ...parts];

/** More than any window shows, so that the next page arrives before it is needed. */
const PAGE_SIZE = 200;

/** The prompts of a folder and of all folders below it. */
export function usePromptList(filters: PromptFilters) {
  const { q, sort, order } = filters;
  const query = { ...toQuery(filters), q, sort, order, limit: PAGE_SIZE };
  return useInfiniteQuery({
    ...readPages<Prompt>([...promptsKey, 'list', filters], withTopLevel('catalog', filters), query),
    placeholderData: keepPreviousData,
  });
}

/** How many prompts match the filters. The words of a search do not count. */
export function usePromptCount(filters: PromptFilters, enabled: boolean) {
  const query = toQuery(filters);
  return useQuery({
    ...readData<PromptCount>([...promptsKey, 'count', query], withTopLevel('catalog/count', filters), query),
    enabled,
    select: ({ count }) => count,
  });
}

const toQuery = ({ folder, tags, type, archived }: PromptFilters) => ({ within: folder, tag: tags, type, archived });

/** `request` omits empty values, but an empty folder means the top level. */
const withTopLevel = (path: string, { folder }: PromptFilters): string => (folder === '' ? `${path}?folder=` : path);

export const useFolders = () => useQuery(readData<readonly FolderCount[]>([...promptsKey, 'folders'], 'folders'));

export const useTags = (enabled = true) =>
  useQuery({ ...readData<readonly TagCount[]>([...promptsKey, 'tags'], 'tags'), enabled });

const RECENT_MAX = 5;
const RECENT_REFRESH_MS = 5000;

/** The prompts that changed last, refreshed while they are shown. */
export const useRecentPrompts = () =>
  useQuery({
    ...readData<readonly Prompt[]>([...promptsKey, 'recent'], 'prompts', { sort: 'updatedAt', limit: RECENT_MAX }),
    refetchInterval: ({ state }) => (state.data ? RECENT_REFRESH_MS : false),
  });

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
export const usePromptId = (name: string | undefined) =>
  useQuery({
    // Found through the list: some proxies rewrite encoded slashes in a path.
    ...readData<readonly Prompt[]>([...promptsKey, 'id', name], 'prompts', { name, archived: 'any' }),
    enabled: name !== undefined,
    select: ([prompt]) => prompt?.id ?? null,
  });

export const useVersions = (id: string) =>
  useInfiniteQuery(readPages<VersionSummary>(promptQueryKey(id, 'versions'), `prompts/${id}/versions`));

/** A version never changes, so it never becomes stale. */
const versionQuery = (id: string, version: number | undefined) => ({
  ...readData<Version>(['version', id, version], `prompts/${id}/versions/${version}`),
  staleTime: Number.POSITIVE_INFINITY,
});

export function useVersion(id: string, version: number | undefined) {
  const client = useQueryClient();
  // The latest version came with the prompt.
  const initialData = () => {
    const prompt = client.getQueryData<LoadedPrompt>(promptQueryKey(id, 'latest'));
    return prompt?.version === version ? prompt : undefined;
  };
  return useQuery({ ...versionQuery(id, version), enabled: version !== undefined, initialData });
}

const onlyLoaded = (results: readonly { readonly data: Version | undefined }[]): readonly Version[] =>
  results.flatMap(({ data }) => data ?? []);

/** Several versions with their content: those that are loaded already. */
export const useLoadedVersions = (id: string, versions: readonly number[]): readonly Version[] =>
  useQueries({ queries: versions.map((version) => versionQuery(id, version)), combine: onlyLoaded });

export const useDifference = (id: string, from: number, to: number) =>
  useQuery({
    ...readData<Difference>(['difference', id, from, to], `prompts/${id}/diff`, { from, to }),
    staleTime: Number.POSITIVE_INFINITY,
  });

export const useLabelHistory = (id: string, label: string) =>
  useInfiniteQuery(readPages<LabelMove>(promptQueryKey(id, 'history', label), `prompts/${id}/labels/${label}/history`));

/** Loads the lock of a protected label, which names the versions of its includes; undefined if it includes nothing. */
export const useLabelLock = (id: string, label: string, enabled: boolean) =>
  useQuery({
    ...readData<PromptWithVersion>(promptQueryKey(id, 'label', label), `prompts/${id}`, { label }),
    enabled,
    select: ({ resolved }) => resolved.lock,
  });
