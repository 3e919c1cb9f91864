import type { QueryClient } from '@tanstack/react-query';
import type { UnsavedWork } from './unsaved-work.ts';

const KEPT = 'kept-draft';
const keyOf = (id: string) => [KEPT, id] as const;

/**
 * Keeps unsaved work while its author looks at other pages. It lies in the cache of answers because that is emptied when
 * somebody signs out; it is in memory only, so the browser asks before the page is left for good.
 */
export function keepDraft(client: QueryClient, id: string, work: UnsavedWork): void {
  client.setQueryDefaults([KEPT], { gcTime: Number.POSITIVE_INFINITY, structuralSharing: false });
  client.setQueryData(keyOf(id), work);
  watchLeaving(client);
}

export const keptDraft = (client: QueryClient, id: string): UnsavedWork | undefined => client.getQueryData(keyOf(id));

export const dropDraft = (client: QueryClient, id: string): void => client.removeQueries({ queryKey: keyOf(id) });

let watched = false;

function watchLeaving(client: QueryClient): void {
  if (watched) return;
  watched = true;
  window.addEventListener('beforeunload', (event) => {
    if (client.getQueryCache().findAll({ queryKey: [KEPT] }).length > 0) event.preventDefault();
  });
}
