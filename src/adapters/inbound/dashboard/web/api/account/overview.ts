import { useQuery } from '@tanstack/react-query';
import type { z } from 'zod';
import type { prompt } from '../../../../api/prompts/operations/response-schemas.ts';
import { request } from '../http/request.ts';
import type { KeyDescription } from './key.ts';

export type ListedPrompt = z.infer<typeof prompt>;

const REFRESH_MS = 5000;
const RECENT_MAX = 5;

export function useRecentPrompts() {
  return useQuery({
    queryKey: ['prompts', 'recent'],
    queryFn: async ({ signal }) => {
      const query = { sort: 'updatedAt', limit: RECENT_MAX };
      return (await request<{ data: readonly ListedPrompt[] }>('prompts', { query, signal })).data;
    },
    refetchInterval: ({ state }) => (state.data ? REFRESH_MS : false),
  });
}

/** Dates of the key, refreshed while the overview is open. */
export function useKeyUse() {
  return useQuery({
    queryKey: ['key', 'use'],
    queryFn: async ({ signal }) => (await request<KeyDescription>('key', { signal })).data,
    refetchInterval: ({ state }) => (state.data ? REFRESH_MS : false),
  });
}
