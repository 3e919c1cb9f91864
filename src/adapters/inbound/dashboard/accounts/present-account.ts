import type { z } from 'zod';
import type { AccountIdentity } from '../../../../domain/accounts/account.ts';
import type { account } from './account-operations.ts';

export type PresentedAccount = z.infer<typeof account>;

export const presentAccount = ({ id, email, name }: AccountIdentity): PresentedAccount => ({
  userId: id,
  email,
  name,
});
