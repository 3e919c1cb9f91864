import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { z } from 'zod';
import type * as shapes from '../../../http/prompts/response-schemas.ts';
import type { PromptFilters } from './prompt-filters.ts';
import { request } from './request.ts';

export type Prompt = z.infer<typeof shapes.prompt>;
export type PromptWithVersion = z.infer<typeof shapes.promptWithVersion>;
export type Version = z.infer<typeof shapes.version>;
export type VersionSummary = z.infer<typeof shapes.versionSummary>;
export type Variable = Version['variables'][number];
export type LabelMove = z.infer<typeof shapes.labelMove>;
export type MovedLabel = z.infer<typeof shapes.movedLabel>;
export type Difference = z.infer<typeof shapes.difference>;
type TagCount = z.infer<typeof shapes.tagCount>;
type FolderCount = z.infer<typeof shapes.folderCount>;

interface Listed<Item> {
  readonly data: readonly Item[];
  readonly nextCursor: string | null;
}

/** Everything about prompts lies under this, so that one word makes it all fresh after a change. */
export const promptsKey = ['prompts'] as const;
const ofPrompt = (id: string, ...parts: readonly unknown[]) => [...promptsKey, 'one', id, ...parts];

const flat = <Item>({ pages }: { readonly pages: readonly Listed<Item>[] }): readonly Item[] =>
  pages.flatMap(({ data }) => data);

const nextPage = { initialPageParam: '', getNextPageParam: ({ nextCursor }: Listed<unknown>) => nextCursor };

export function usePromptList({ folder, tags, archived, ...filters }: PromptFilters) {
  return useInfiniteQuery({
    queryKey: [...promptsKey, 'list', { folder, tags, archived, ...filters }],
    queryFn: ({ pageParam: cursor, signal }) =>
      // An empty value is left out of a query; here it has a meaning.
      request<Listed<Prompt>>(folder === '' ? 'prompts?folder=' : 'prompts', {
        query: { ...filters, folder, tag: tags, archived, cursor },
        signal,
      }),
    ...nextPage,
    select: flat,
    placeholderData: keepPreviousData,
  });
}

export function useFolders() {
  return useQuery({
    queryKey: [...promptsKey, 'folders'],
    queryFn: ({ signal }) => request<Listed<FolderCount>>('folders', { signal }),
    select: ({ data }) => data,
  });
}

export function useTags() {
  return useQuery({
    queryKey: [...promptsKey, 'tags'],
    queryFn: ({ signal }) => request<Listed<TagCount>>('tags', { signal }),
    select: ({ data }) => data,
  });
}

/** A prompt with its newest version. */
export function usePrompt(id: string) {
  return useQuery({
    queryKey: ofPrompt(id, 'latest'),
    queryFn: ({ signal }) =>
      request<{ data: PromptWithVersion }>(`prompts/${id}`, { query: { label: 'latest' }, signal }),
    select: ({ data }) => data,
  });
}

export function useVersions(id: string) {
  return useInfiniteQuery({
    queryKey: ofPrompt(id, 'versions'),
    queryFn: ({ pageParam: cursor, signal }) =>
      request<Listed<VersionSummary>>(`prompts/${id}/versions`, { query: { cursor }, signal }),
    ...nextPage,
    select: flat,
  });
}

/** A version never changes, so it is asked for once. */
export function useVersion(id: string, version: number | undefined) {
  return useQuery({
    queryKey: ['version', id, version],
    queryFn: ({ signal }) => request<{ data: Version }>(`prompts/${id}/versions/${version}`, { signal }),
    enabled: version !== undefined,
    select: ({ data }) => data,
    staleTime: Number.POSITIVE_INFINITY,
  });
}

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
    queryKey: ofPrompt(id, 'history', label),
    queryFn: ({ pageParam: cursor, signal }) =>
      request<Listed<LabelMove>>(`prompts/${id}/labels/${label}/history`, { query: { cursor }, signal }),
    ...nextPage,
    select: flat,
  });
}
