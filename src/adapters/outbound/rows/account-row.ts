import {
  Account,
  type AccountId,
  type AccountIdentity,
  type DisplayName,
  type Email,
  type PasswordHash,
  parseAccountId,
  parseDisplayName,
  parseEmail,
} from '../../../domain/accounts/account.ts';
import type { KeyDigest, SealedKey } from '../../../domain/accounts/api-key.ts';
import { invariant } from '../../../domain/invariant.ts';
import { moment, text, type UnreadRow, whole } from './row-fields.ts';

/** An account as every backend stores it: columns in SQL, fields of a hash in Redis. */
export function toAccountRow(account: Account) {
  const { id, email, name, passwordHash, sessionEpoch, key, createdAt } = account;
  return {
    id,
    email,
    name,
    password_hash: passwordHash,
    session_epoch: sessionEpoch,
    key_digest: key.digest,
    key_sealed: key.sealed,
    key_issued_at: key.issuedAt.getTime(),
    created_at: createdAt.getTime(),
  };
}

/** Parses rather than casts, so that an invalid row fails here with a clear error. */
export function fromAccountRow(row: UnreadRow): Account {
  return Account.of({
    ...identityFromRow(row),
    passwordHash: text(row, 'password_hash') as PasswordHash,
    // In Redis, an account created before sessions existed has no epoch.
    sessionEpoch: row['session_epoch'] === undefined ? 0 : whole(row, 'session_epoch'),
    key: {
      digest: text(row, 'key_digest') as KeyDigest,
      sealed: text(row, 'key_sealed') as SealedKey,
      issuedAt: moment(row, 'key_issued_at'),
    },
    createdAt: moment(row, 'created_at'),
  });
}

export function identityFromRow(row: UnreadRow): AccountIdentity {
  return { id: accountIdIn(row, 'id'), email: readEmail(row), name: readName(row) };
}

export function accountIdIn(row: UnreadRow, field: string): AccountId {
  const id = parseAccountId(text(row, field));
  invariant(id !== undefined, 'a stored account has an account id');
  return id;
}

function readEmail(row: UnreadRow): Email {
  const email = parseEmail(text(row, 'email'));
  invariant(email !== undefined, 'a stored account has an e-mail address');
  return email;
}

function readName(row: UnreadRow): DisplayName {
  const name = parseDisplayName(text(row, 'name'));
  invariant(name !== undefined, 'a stored account has a display name');
  return name;
}
