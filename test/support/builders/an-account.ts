import { randomBytes } from 'node:crypto';
import type { AccountRepository } from '../../../src/application/ports/account-repository.ts';
import {
  Account,
  type DisplayName,
  type Email,
  newAccountId,
  type PasswordHash,
} from '../../../src/domain/accounts/account.ts';
import type { Credential, KeyCredential } from '../../../src/domain/accounts/actor.ts';
import type { KeyDigest, SealedKey, StoredKey } from '../../../src/domain/accounts/api-key.ts';
import { KeyRotation } from '../../../src/domain/accounts/key-rotation.ts';

const random = (bytes = 32): string => randomBytes(bytes).toString('hex');

/** Valid and unique; tests set only the fields that matter to them. */
export function anAccount(fields: Partial<Account> = {}): Account {
  const createdAt = new Date();
  return Account.of({
    id: newAccountId(createdAt, randomBytes(32)),
    email: anEmail(),
    name: 'Ada Löwe 🦁' as DisplayName,
    passwordHash: `hash-${random(8)}` as PasswordHash,
    sessionEpoch: 0,
    key: aStoredKey(),
    createdAt,
    ...fields,
  });
}

export async function addAccount(
  { accounts }: { readonly accounts: AccountRepository },
  fields: Partial<Account> = {},
): Promise<Account> {
  const account = anAccount(fields);
  await accounts.add(account);
  return account;
}

export const anEmail = (): Email => `${random(6)}@example.com` as Email;

export const aStoredKey = (): StoredKey => ({
  digest: random() as KeyDigest,
  sealed: `k1.test.${random()}` as SealedKey,
  issuedAt: new Date(),
});

/** A rotation of the account's current key. */
export const aRotation = (account: Account): KeyRotation =>
  KeyRotation.of(account.id, account.key.digest, aStoredKey(), { by: 'api', address: '192.0.2.7' });

export const keyOf = ({ key }: Pick<Account, 'key'>): KeyCredential => ({ kind: 'key', digest: key.digest });

export const sessionOf = ({ sessionEpoch }: Pick<Account, 'sessionEpoch'>): Credential => ({
  kind: 'session',
  epoch: sessionEpoch,
});
