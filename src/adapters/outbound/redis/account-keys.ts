import { createHash } from 'node:crypto';
import type { AccountId, Email } from '../../../domain/account.ts';
import type { KeyDigest } from '../../../domain/api-key.ts';
import type { RedisStore } from './redis-store.ts';

/** The names of all keys about accounts. The part in braces decides the slot, so one account's keys share theirs. */
export const accountKeys = (store: Pick<RedisStore, 'key'>) => ({
  /** The account: the only authority. */
  account: (id: AccountId) => store.key('acct', `{${id}}`),
  /** What `account` begins with, for looking through all of them. */
  accountStart: store.key('acct', ''),
  rotations: (id: AccountId) => store.key('rot', `{${id}}`),
  /** Which account holds a key: a hint, never trusted alone. */
  hint: (digest: KeyDigest) => store.key('idx', digest),
  email: (email: Email) => store.key('mail', createHash('sha256').update(email).digest('hex')),
  /** Which account was the first, once and for all. */
  first: store.key('setup'),
});

export type AccountKeys = ReturnType<typeof accountKeys>;
