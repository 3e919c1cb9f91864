import type { z } from 'zod';
import type { AccountIdentity } from '../../../../domain/accounts/account.ts';
import type { account } from './account-operations.ts';

export const presentAccount = ({ id, email, name }: AccountIdentity): z.infer<typeof account> => ({
  userId: id,
  email,
  name,
});
