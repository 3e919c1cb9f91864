import type { EncryptionKey } from './keyring.ts';

/** The keyring of a running process, whose file may change at any moment. */
export interface KeyringInUse {
  /** Never changes. */
  readonly lookup: Buffer;

  /** The key to seal with now. Ask every time: what it answered some seconds ago may be retired. */
  writing(): Promise<EncryptionKey>;

  /** Undefined only when the key is not in the file either. */
  reading(kid: string): Promise<EncryptionKey | undefined>;
}
