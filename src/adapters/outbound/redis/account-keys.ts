import { createHash } from 'node:crypto';
import type { AccountId, Email } from '../../../domain/accounts/account.ts';
import type { KeyDigest } from '../../../domain/accounts/api-key.ts';
import type { SessionDigest } from '../../../domain/accounts/session-secret.ts';
import type { RedisStore } from './connection/redis-store.ts';

/** The keys of accounts. The part in braces decides the hash slot, so all keys of one account share a slot. */
export const accountKeys = (store: Pick<RedisStore, 'key'>) => ({
  /** The account itself, the only source of truth. */
  account: (id: AccountId) => store.key('acct', `{${id}}`),
  /** The prefix of `account`, for scanning all accounts. */
  accountStart: store.key('acct', ''),
  /** The key exists for a while after the account was removed. */
  removed: (id: AccountId) => store.key('gone', `{${id}}`),
  rotations: (id: AccountId) => store.key('rot', `{${id}}`),
  /** Session id → its row. When each was last seen is stored separately. */
  sessions: (id: AccountId) => store.key('sess', `{${id}}`),
  sessionsSeen: (id: AccountId) => store.key('seen', `{${id}}`),
  /** The account and session that a digest belongs to: a hint, never trusted alone. */
  sessionHint: (digest: SessionDigest) => store.key('sidx', digest),
  /** The account that holds a key: a hint, never trusted alone. */
  hint: (digest: KeyDigest) => store.key('idx', digest),
  /** A set of the accounts whose protected labels may lack locks. */
  pendingLocks: store.key('pending-locks'),
  email: (email: Email) => store.key('mail', createHash('sha256').update(email).digest('hex')),
  /** The first account, recorded permanently: its id, or its whole row until all of its keys are written. */
  first: store.key('setup'),
});

export type AccountKeys = ReturnType<typeof accountKeys>;
