import { useMutation, useQueryClient } from '@tanstack/react-query';
import { noteFirstAccount } from '../start/start-facts.ts';
import { request } from './request.ts';
import { type AccountAnswer, type Credentials, changeAccount, sessionKey, sessionsKey } from './session.ts';

export interface NewAccount extends Credentials {
  readonly name: string;
}

export interface FirstAccount extends NewAccount {
  /** Of the link that the service printed when it started. */
  readonly token: string;
}

export const useSetUp = () => useOpenAccount<FirstAccount>('setup');

export const useSignUp = () => useOpenAccount<NewAccount>('accounts');

/** Whoever has opened an account is signed in. */
function useOpenAccount<Account extends NewAccount>(path: 'setup' | 'accounts') {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: Account) => request<AccountAnswer>(path, { method: 'POST', body }),
    gcTime: 0,
    onSuccess: ({ data }) => {
      noteFirstAccount();
      changeAccount(client, data);
    },
  });
}

export function useRename() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (name: string) => request<AccountAnswer>('account', { method: 'PATCH', body: { name } }),
    onSuccess: ({ data }) => client.setQueryData(sessionKey, data),
  });
}

export interface PasswordChange {
  readonly current: string;
  readonly chosen: string;
}

export function useChangePassword() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: PasswordChange) => request<void>('account/password', { method: 'PUT', body }),
    gcTime: 0,
    onSuccess: () => void client.invalidateQueries({ queryKey: sessionsKey }),
  });
}
