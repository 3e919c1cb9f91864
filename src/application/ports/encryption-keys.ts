/** One encryption key of the keyring file, as far as anybody but the file may know it. */
export interface ListedKey {
  readonly kid: string;
  /** Proves which key it is. */
  readonly check: string;
}

/** What a changed keyring file can be told by. */
export interface KeyringState {
  readonly file: string;
  readonly fingerprint: string;
}

/**
 * The encryption keys in this machine's keyring file, as operators change them: the first one writes, all of them read.
 * A change is there completely or not at all, and of two changes at once none is lost.
 */
export interface EncryptionKeys {
  list(): Promise<readonly ListedKey[]>;

  /** A new one, at the end: it reads, and does not write yet. */
  add(): Promise<KeyringState & { readonly kid: string }>;

  /** To the front. Undefined when there is no such key. */
  promote(kid: string): Promise<KeyringState | undefined>;

  /** Undefined when there is no such key, or when it is the first one. */
  remove(kid: string): Promise<KeyringState | undefined>;
}
