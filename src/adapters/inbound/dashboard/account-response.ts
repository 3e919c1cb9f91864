import type { AccountIdentity } from '../../../domain/accounts/account.ts';

/** Whose dashboard it is. Never the key. */
export const accountAnswer = ({ id, email, name }: AccountIdentity) => ({ userId: id, email, name });
