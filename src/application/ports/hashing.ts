import type { AccountId, PasswordHash } from '../../domain/accounts/account.ts';
import type { ApiKey, KeyDigest, SealedKey, StoredKey } from '../../domain/accounts/api-key.ts';
import type { Password } from '../../domain/accounts/password.ts';

export interface PasswordHashing {
  hash(password: Password): Promise<PasswordHash>;

  /**
   * `outdated` is right too, but hashed with weaker parameters than today's.
   * Without a hash to compare with it takes as long as with one and answers `wrong`, so that nobody can tell who has an account.
   */
  verify(password: Password, hash: PasswordHash | undefined): Promise<'right' | 'outdated' | 'wrong'>;
}

/** Lets only so much password work in at a time: it is slow on purpose, and takes memory. */
export interface HashingGate {
  /** Runs the work when its turn comes. `busy` when too many wait already, or the turn does not come in time. */
  enter<Answer>(work: () => Promise<Answer>): Promise<Answer | 'busy'>;
}

export interface KeySealing {
  /** One-way and keyed: worthless to a thief of the storage alone. */
  digest(key: ApiKey): KeyDigest;

  /** Binds the sealed key to its owner: moved to another account, it does not open. */
  seal(key: ApiKey, owner: AccountId): Promise<{ readonly digest: KeyDigest; readonly sealed: SealedKey }>;

  /** Rejects what was altered, moved or sealed with an unknown key with BrokenSeal. */
  open(key: StoredKey, owner: AccountId): Promise<ApiKey>;

  /** The id of the encryption key that `seal` uses now. */
  writesWith(): Promise<string>;

  /** The id of the encryption key that a key was sealed with. */
  sealedWith(key: SealedKey): string;
}

/** A sealed key that does not open: storage was tampered with, or the keyring is incomplete. */
export class BrokenSeal extends Error {
  override readonly name = 'BrokenSeal';
}
