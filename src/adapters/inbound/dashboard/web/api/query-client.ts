import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { dashboardPath } from '../start/base-address.ts';
import { sessionKey } from './account/session.ts';
import { ApiProblem } from './http/request.ts';
import { promptsKey } from './prompts/prompts.ts';

/** Any 401 means that the session has ended, so the sign-in page is shown. */
function handleEndedSession(error: unknown): void {
  if (error instanceof ApiProblem && error.status === 401) queryClient.setQueryData(sessionKey, null);
}

/** Connects the tabs of this browser that show the same service. */
const otherTabs = new BroadcastChannel(`prompthold:${dashboardPath}`);

/** A bulk change is many changes, and one refresh is enough for all of them. */
const REFRESH_DELAY_MS = 200;

let isRefreshDue = false;
otherTabs.addEventListener('message', () => {
  if (isRefreshDue) return;
  isRefreshDue = true;
  setTimeout(() => {
    isRefreshDue = false;
    void queryClient.invalidateQueries({ queryKey: promptsKey });
  }, REFRESH_DELAY_MS);
});

export const queryClient: QueryClient = new QueryClient({
  queryCache: new QueryCache({ onError: handleEndedSession }),
  mutationCache: new MutationCache({
    onError: handleEndedSession,
    onSuccess: () => otherTabs.postMessage('changed'),
  }),
  defaultOptions: {
    queries: {
      // Only outages are worth a retry.
      retry: (failures, error) => error instanceof ApiProblem && error.isOutage && failures < 2,
      staleTime: 5_000,
      // The browser's offline detection is wrong for a service on the same machine or local network.
      networkMode: 'always',
    },
    mutations: { networkMode: 'always' },
  },
});
