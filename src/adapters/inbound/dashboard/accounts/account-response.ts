import type { AccountIdentity } from '../../../../domain/accounts/account.ts';

/** The signed-in account, without its key. */
export const toAccountResponse = ({ id, email, name }: AccountIdentity) => ({ userId: id, email, name });
