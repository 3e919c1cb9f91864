import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useLocation } from 'wouter';
import type { accountOperations } from '../../../accounts/account-operations.ts';
import type { sessionOperations } from '../../../sessions/session-operations.ts';
import { clearTabUser } from '../../drafts/tab-drafts.ts';
import type { BodyOf, ResponseOf } from '../http/operation-types.ts';
import { readData, useUncertainChange } from '../http/queries.ts';
import { request } from '../http/request.ts';
import { announceReplacedKey } from './key.ts';

export type AccountResponse = ResponseOf<typeof sessionOperations.readOwn>;
export type SignedInAccount = AccountResponse['data'];
export type Credentials = BodyOf<typeof accountOperations.signIn>;
type SignInResponse = ResponseOf<typeof accountOperations.signIn>;
export type SessionEntry = ResponseOf<typeof sessionOperations.list>['data'][number];

export const sessionKey = ['session'] as const;
export const sessionsKey = ['sessions'] as const;

/** The signed-in account, or null. */
export const useSession = () =>
  useQuery({
    ...readData<ResponseOf<typeof accountOperations.readOwn>['data']>(sessionKey, 'account'),
    staleTime: 60_000,
  });

/** Clears every cached response, so that nothing of one account is shown to the next. Drafts are stored by user. */
export function changeAccount(client: QueryClient, account: SignedInAccount | null): void {
  client.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== sessionKey[0] });
  client.setQueryData(sessionKey, account);
}

export function useSignIn() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: Credentials) => request<SignInResponse>('session', { method: 'POST', body }),
    // The password must not stay in the mutation cache.
    gcTime: 0,
    onSuccess: ({ data: { isKeyReplaced, ...account } }) => {
      changeAccount(client, account);
      if (isKeyReplaced) announceReplacedKey(client);
    },
  });
}

export function useSignOut() {
  const client = useQueryClient();
  const [, navigate] = useLocation();
  return useMutation({
    mutationFn: () => request<void>('session', { method: 'DELETE' }),
    onSuccess: () => {
      // Navigate before the account is cleared: otherwise the next sign-in would return to the page that was open here.
      navigate('/login');
      clearTabUser();
      changeAccount(client, null);
    },
  });
}

export const useSessions = () => useQuery(readData<readonly SessionEntry[]>(sessionsKey, 'sessions'));

/** A session that could not be ended may have ended by itself. */
export const useEndSession = () =>
  useUncertainChange(sessionsKey, (id: string) =>
    request<void>(`sessions/${encodeURIComponent(id)}`, { method: 'DELETE' }),
  );

export const useEndOtherSessions = () =>
  useUncertainChange(sessionsKey, () => request<void>('sessions', { method: 'DELETE' }));
