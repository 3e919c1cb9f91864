import { type InfiniteData, keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { ListResponse } from '../http/queries.ts';
import { request } from '../http/request.ts';
import { promptsKey } from '../prompts/prompts.ts';
import type { BoardPrompt } from './board-prompt.ts';

type BoardPage = ListResponse<BoardPrompt>;

export interface LoadedBoard {
  readonly prompts: readonly BoardPrompt[];
  readonly firstPage: readonly BoardPrompt[];
  /** There are more prompts than the browser loads. */
  readonly isCutOff: boolean;
}

const PAGE_SIZE = 200;
export const BOARD_PROMPTS_MAX = 20_000;

/** Refetching many pages whenever the window gets the focus would take long. */
const FRESH_MS = 30_000;

/**
 * Loads all prompts that match, with those of folders below the folder, page by page until the last one: counts and
 * bulk promotions need all of them.
 */
export function useLabelBoard({ q, folder }: { readonly q: string; readonly folder: string | undefined }) {
  const board = useInfiniteQuery({
    queryKey: [...promptsKey, 'board', { q, folder }],
    queryFn: ({ pageParam: cursor, signal }) =>
      // `request` omits empty values, but an empty folder means the top level.
      request<BoardPage>(folder === '' ? 'catalog?folder=' : 'catalog', {
        query: { q, within: folder, limit: PAGE_SIZE, cursor },
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }: BoardPage, pages) =>
      countPrompts(pages) < BOARD_PROMPTS_MAX ? nextCursor : null,
    select: toBoard,
    placeholderData: keepPreviousData,
    staleTime: FRESH_MS,
  });
  const { hasNextPage, isFetching, error, fetchNextPage } = board;
  const canContinue = hasNextPage && !isFetching && !error;
  useEffect(() => {
    if (canContinue) void fetchNextPage();
  }, [canContinue, fetchNextPage]);
  return board;
}

const countPrompts = (pages: readonly BoardPage[]): number => pages.reduce((sum, { data }) => sum + data.length, 0);

function toBoard({ pages }: InfiniteData<BoardPage>): LoadedBoard {
  const prompts = pages.flatMap(({ data }) => data);
  const hasMore = pages.at(-1)?.nextCursor !== null;
  return { prompts, firstPage: pages[0]?.data ?? [], isCutOff: hasMore && prompts.length >= BOARD_PROMPTS_MAX };
}
