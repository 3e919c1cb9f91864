import { createHash, createHmac, randomBytes } from 'node:crypto';
import type { KeyringChecks } from '../../../application/ports/keyring-register.ts';

const KEY_BYTES = 32;

/** A key that seals other keys, and the name that sealed keys know it by. */
export interface EncryptionKey {
  readonly kid: string;
  readonly key: Buffer;
}

/**
 * The secrets that digests and sealed keys are made with.
 *
 * The look-up key is fixed for the life of a storage: with another one, no key would be found again.
 * Of the encryption keys the first one writes and all of them read.
 */
export class Keyring {
  constructor(
    readonly lookup: Buffer,
    readonly encryption: readonly [EncryptionKey, ...EncryptionKey[]],
  ) {}

  static generate(): Keyring {
    return new Keyring(randomBytes(KEY_BYTES), [{ kid: randomBytes(4).toString('hex'), key: randomBytes(KEY_BYTES) }]);
  }

  get primary(): EncryptionKey {
    return this.encryption[0];
  }

  encryptionKey(kid: string): EncryptionKey | undefined {
    return this.encryption.find((candidate) => candidate.kid === kid);
  }

  /** Proves which keys these are without telling anything about them. */
  checks(): KeyringChecks {
    const encryption = this.encryption.map(({ kid, key }): [string, string] => [kid, checkValue(key)]);
    return new Map([['lookup', checkValue(this.lookup)], ...encryption]);
  }

  /** Short enough to compare by eye: instances that show the same one share their keys. */
  fingerprint(): string {
    const parts = [...this.checks()].sort().flat().join('\0');
    return createHash('sha256').update(parts).digest('hex').slice(0, 16);
  }
}

const checkValue = (key: Buffer): string =>
  createHmac('sha256', key).update('ph.check.v1\0').digest('hex').slice(0, 32);
