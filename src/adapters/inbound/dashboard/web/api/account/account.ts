import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { accountOperations } from '../../../accounts/account-operations.ts';
import { markSetupClosed } from '../../start/server-info.ts';
import type { BodyOf } from '../http/operation-types.ts';
import { request } from '../http/request.ts';
import { type AccountResponse, changeAccount, sessionKey, sessionsKey } from './session.ts';

export type NewAccount = BodyOf<typeof accountOperations.signUp>;
type FirstAccount = BodyOf<typeof accountOperations.setUp>;
export type PasswordChange = BodyOf<typeof accountOperations.changePassword>;

export const useSetUp = () => useOpenAccount<FirstAccount>('setup');

export const useSignUp = () => useOpenAccount<NewAccount>('accounts');

/** Opening an account also signs in. */
function useOpenAccount<Account extends NewAccount>(path: 'setup' | 'accounts') {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: Account) => request<AccountResponse>(path, { method: 'POST', body }),
    gcTime: 0,
    onSuccess: ({ data }) => {
      markSetupClosed();
      changeAccount(client, data);
    },
  });
}

export function useRename() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (name: string) => request<AccountResponse>('account', { method: 'PATCH', body: { name } }),
    onSuccess: ({ data }) => client.setQueryData(sessionKey, data),
  });
}

export function useChangePassword() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: PasswordChange) => request<void>('account/password', { method: 'PUT', body }),
    gcTime: 0,
    onSuccess: () => void client.invalidateQueries({ queryKey: sessionsKey }),
  });
}
