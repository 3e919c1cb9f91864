import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { ApiProblem } from './request.ts';
import { sessionKey } from './session.ts';

/** Any 401 means that the session has ended, so the sign-in page is shown. */
function handleEndedSession(error: unknown): void {
  if (error instanceof ApiProblem && error.status === 401) queryClient.setQueryData(sessionKey, null);
}

export const queryClient: QueryClient = new QueryClient({
  queryCache: new QueryCache({ onError: handleEndedSession }),
  mutationCache: new MutationCache({ onError: handleEndedSession }),
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
