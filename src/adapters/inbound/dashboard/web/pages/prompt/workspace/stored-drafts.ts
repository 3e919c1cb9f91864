import type { QueryClient } from '@tanstack/react-query';
import type { UnsavedWork } from './unsaved-work.ts';

const STORED_DRAFT = 'stored-draft';
const queryKeyOf = (promptId: string) => [STORED_DRAFT, promptId] as const;

/**
 * Stores unsaved work while the user visits other pages. The query cache holds it because signing out clears that
 * cache. It is in memory only, so the browser asks for confirmation before the dashboard is closed or reloaded.
 */
export function storeDraft(client: QueryClient, promptId: string, work: UnsavedWork): void {
  client.setQueryDefaults([STORED_DRAFT], { gcTime: Number.POSITIVE_INFINITY, structuralSharing: false });
  client.setQueryData(queryKeyOf(promptId), work);
  confirmBeforeUnload(client);
}

export const readStoredDraft = (client: QueryClient, promptId: string): UnsavedWork | undefined =>
  client.getQueryData(queryKeyOf(promptId));

export const deleteStoredDraft = (client: QueryClient, promptId: string): void =>
  client.removeQueries({ queryKey: queryKeyOf(promptId) });

let isListening = false;

function confirmBeforeUnload(client: QueryClient): void {
  if (isListening) return;
  isListening = true;
  window.addEventListener('beforeunload', (event) => {
    if (client.getQueryCache().findAll({ queryKey: [STORED_DRAFT] }).length > 0) event.preventDefault();
  });
}
