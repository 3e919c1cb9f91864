import { createHash } from 'node:crypto';
import type { AccountId, Email } from '../../../domain/accounts/account.ts';
import type { KeyDigest } from '../../../domain/accounts/api-key.ts';
import type { SessionDigest } from '../../../domain/accounts/session-secret.ts';
import type { RedisStore } from './connection/redis-store.ts';

/** The names of all keys about accounts. The part in braces decides the slot, so one account's keys share theirs. */
export const accountKeys = (store: Pick<RedisStore, 'key'>) => ({
  /** The account: the only authority. */
  account: (id: AccountId) => store.key('acct', `{${id}}`),
  /** What `account` begins with, for looking through all of them. */
  accountStart: store.key('acct', ''),
  /** That the account was removed not long ago. */
  removed: (id: AccountId) => store.key('gone', `{${id}}`),
  rotations: (id: AccountId) => store.key('rot', `{${id}}`),
  /** Session id → its row; and beside it, when each was seen. */
  sessions: (id: AccountId) => store.key('sess', `{${id}}`),
  sessionsSeen: (id: AccountId) => store.key('seen', `{${id}}`),
  /** Which session of which account a digest belongs to: a hint, never trusted alone. */
  sessionHint: (digest: SessionDigest) => store.key('sidx', digest),
  /** Which account holds a key: a hint, never trusted alone. */
  hint: (digest: KeyDigest) => store.key('idx', digest),
  email: (email: Email) => store.key('mail', createHash('sha256').update(email).digest('hex')),
  /** Which account was the first, once and for all: its id, or all of it until it is in its places. */
  first: store.key('setup'),
});

export type AccountKeys = ReturnType<typeof accountKeys>;
