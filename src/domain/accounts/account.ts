import type { Branded } from '../branded.ts';
import { invariant } from '../invariant.ts';
import { characterCount } from '../text/character-count.ts';
import { timedId } from '../timed-id.ts';
import type { KeyDigest, StoredKey } from './api-key.ts';

export type AccountId = Branded<string, 'AccountId'>;
export type Email = Branded<string, 'Email'>;
export type DisplayName = Branded<string, 'DisplayName'>;

/** A password as the hashing port writes it: salted, slow to guess, never the password itself. */
export type PasswordHash = Branded<string, 'PasswordHash'>;

/** The owner of a key: all that a request needs to know about an account. */
export interface AccountIdentity {
  readonly id: AccountId;
  readonly email: Email;
  readonly name: DisplayName;
}

type AccountFields = Pick<Account, 'id' | 'email' | 'name' | 'passwordHash' | 'sessionEpoch' | 'key' | 'createdAt'>;

/** A person or a program that owns prompts. It has exactly one key at any time. */
export class Account implements AccountIdentity {
  private constructor(
    readonly id: AccountId,
    readonly email: Email,
    readonly name: DisplayName,
    readonly passwordHash: PasswordHash,
    /** Raised by each change of the password. Sessions with another epoch are over. */
    readonly sessionEpoch: number,
    readonly key: StoredKey,
    readonly createdAt: Date,
  ) {}

  /** The only constructor, for new accounts and for stored rows: storage cannot introduce an invalid account. */
  static of({ id, email, name, passwordHash, sessionEpoch, key, createdAt }: AccountFields): Account {
    invariant(passwordHash !== '', 'an account has a password');
    invariant(Number.isSafeInteger(sessionEpoch) && sessionEpoch >= 0, 'a session epoch counts from 0');
    invariant(key.digest !== '' && key.sealed !== '', 'an account has a key');
    return new Account(id, email, name, passwordHash, sessionEpoch, key, createdAt);
  }

  holds(digest: KeyDigest): boolean {
    return this.key.digest === digest;
  }

  withKey(key: StoredKey): Account {
    return Account.of({ ...this, key });
  }

  withName(name: DisplayName): Account {
    return Account.of({ ...this, name });
  }

  /** The same password, hashed with newer parameters. */
  withRehashedPassword(passwordHash: PasswordHash): Account {
    return Account.of({ ...this, passwordHash });
  }

  /** Changes the password, which ends every session that was started with the one before. */
  withChangedPassword(passwordHash: PasswordHash): Account {
    return Account.of({ ...this, passwordHash, sessionEpoch: this.sessionEpoch + 1 });
  }
}

export const ACCOUNT_ID_PATTERN = /^u_\d{13}_[a-z0-9]{6}$/;

export const newAccountId = (at: Date, entropy: Uint8Array): AccountId => timedId('u', at, entropy) as AccountId;

export function parseAccountId(text: string): AccountId | undefined {
  return ACCOUNT_ID_PATTERN.test(text) ? (text as AccountId) : undefined;
}

const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;
const CONTROL_CHARACTER = /\p{Cc}/u;
export const emailCharactersMax = 254;
export const displayNameCharactersMax = 100;

export const EMAIL_RULE = 'must be an e-mail address';
export const DISPLAY_NAME_RULE = `must have 1 to ${displayNameCharactersMax} characters, none of them control characters`;

/** Trims and lower-cases, so that one mailbox is one account. Undefined when the text is not an address. */
export function parseEmail(text: string): Email | undefined {
  const address = text.trim().toLowerCase();
  const wellFormed = address.length <= emailCharactersMax && EMAIL.test(address) && !CONTROL_CHARACTER.test(address);
  return wellFormed ? (address as Email) : undefined;
}

/** 1 to 100 characters, not all of them spaces, no control characters. */
export function parseDisplayName(text: string): DisplayName | undefined {
  const isPrintable = text.trim() !== '' && !CONTROL_CHARACTER.test(text);
  return isPrintable && characterCount(text) <= displayNameCharactersMax ? (text as DisplayName) : undefined;
}
