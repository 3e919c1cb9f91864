import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { ApiProblem } from './request.ts';
import { sessionKey } from './session.ts';

/** Whoever is told that the session has ended finds the sign-in page, wherever that was. */
function noticeEndedSession(error: unknown): void {
  if (error instanceof ApiProblem && error.status === 401) queryClient.setQueryData(sessionKey, null);
}

const isOutage = (error: unknown): boolean =>
  error instanceof ApiProblem && (error.status === 0 || error.status === 503);

export const queryClient: QueryClient = new QueryClient({
  queryCache: new QueryCache({ onError: noticeEndedSession }),
  mutationCache: new MutationCache({ onError: noticeEndedSession }),
  defaultOptions: {
    queries: {
      // What was asked wrong does not get right by asking again.
      retry: (failures, error) => isOutage(error) && failures < 2,
      staleTime: 5_000,
      // Its guess whether there is a network is wrong for a service on the same machine or in the same house.
      networkMode: 'always',
    },
    mutations: { networkMode: 'always' },
  },
});
