import { createContext, useContext } from 'react';
import type { SignedInAccount } from '../api/account/session.ts';

export const AccountContext = createContext<SignedInAccount | undefined>(undefined);

/** The account that is signed in, for every page but the entry pages. */
export function useAccount(): SignedInAccount {
  const account = useContext(AccountContext);
  if (!account) throw new Error('useAccount needs an AccountContext');
  return account;
}
