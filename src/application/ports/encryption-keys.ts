import type { KeyringChecks } from './keyring-register.ts';

/** An encryption key of the keyring file, without the key itself. */
export interface ListedKey {
  readonly kid: string;
  /** Identifies the key without revealing it. */
  readonly check: string;
}

/** Identifies the content of a keyring file. */
export interface KeyringState {
  readonly file: string;
  readonly fingerprint: string;
}

/**
 * The encryption keys in this machine's keyring file, as operators change them: the first one writes, all of them read.
 * Changes are atomic, and of two concurrent changes none is lost.
 */
export interface EncryptionKeys {
  list(): Promise<readonly ListedKey[]>;

  /** A new one, at the end: it reads, and does not write yet. */
  add(): Promise<KeyringState & { readonly kid: string }>;

  /** Moves the key to the front. Undefined when there is no such key. */
  promote(kid: string): Promise<KeyringState | undefined>;

  /** Undefined when there is no such key, or when it is the first one. */
  remove(kid: string): Promise<KeyringState | undefined>;
}

/** A keyring without its keys. */
export interface DescribedKeyring extends KeyringState {
  /** The checks of the lookup key, and of the encryption keys in the order of the file. */
  readonly checks: KeyringChecks;
}

/** This machine's keyring file as a whole. */
export interface KeyringFile {
  /** Undefined when there is no file. */
  find(): Promise<DescribedKeyring | undefined>;

  /** Creates a file with new keys, none of which has one of these ids. Undefined when there is a file already, which stays. */
  create(taken: ReadonlySet<string>): Promise<DescribedKeyring | undefined>;

  /** Removes the file if it still is this one. */
  remove(keyring: DescribedKeyring): Promise<void>;
}
