import { createHash, createHmac, randomBytes } from 'node:crypto';
import { type KeyringChecks, LOOKUP } from '../../../../application/ports/keyring-register.ts';

const KEY_BYTES = 32;

/** A key that seals other keys, with the id that sealed keys name it by. */
export interface EncryptionKey {
  readonly kid: string;
  readonly key: Buffer;
}

/**
 * The secrets that digests and sealed keys are made with.
 *
 * The lookup key never changes during the life of a storage: with another one, no key would be found again.
 * The first encryption key is used for writing, and all of them for reading.
 */
export class Keyring {
  constructor(
    readonly lookup: Buffer,
    readonly encryption: readonly [EncryptionKey, ...EncryptionKey[]],
  ) {}

  static generate(): Keyring {
    return new Keyring(randomBytes(KEY_BYTES), [newEncryptionKey()]);
  }

  get primary(): EncryptionKey {
    return this.encryption[0];
  }

  get kids(): readonly string[] {
    return this.encryption.map(({ kid }) => kid);
  }

  encryptionKey(kid: string): EncryptionKey | undefined {
    return this.encryption.find((candidate) => candidate.kid === kid);
  }

  /** Adds a new key at the end, which is not used for writing yet. */
  withNewKey(): Keyring {
    return new Keyring(this.lookup, [...this.encryption, newEncryptionKey()]);
  }

  /** Moves the key to the front. Undefined if there is no such key. */
  withPrimary(kid: string): Keyring | undefined {
    const key = this.encryptionKey(kid);
    return key && new Keyring(this.lookup, [key, ...this.encryption.filter((other) => other !== key)]);
  }

  /** Undefined if there is no such key, or if it is the one used for writing. */
  without(kid: string): Keyring | undefined {
    const [primary, ...others] = this.encryption;
    const remaining = others.filter((other) => other.kid !== kid);
    return remaining.length === others.length ? undefined : new Keyring(this.lookup, [primary, ...remaining]);
  }

  /** The same keys, but those that may write come before those that may only read. */
  writingFirst(mayWrite: (kid: string) => boolean): Keyring {
    const [first, ...rest] = [
      ...this.encryption.filter(({ kid }) => mayWrite(kid)),
      ...this.encryption.filter(({ kid }) => !mayWrite(kid)),
    ];
    return first ? new Keyring(this.lookup, [first, ...rest]) : this;
  }

  /** Identifies the keys without revealing anything about them. */
  checks(): KeyringChecks {
    const encryption = this.encryption.map(({ kid, key }): [string, string] => [kid, checkValue(key)]);
    return new Map([[LOOKUP, checkValue(this.lookup)], ...encryption]);
  }

  /** Short enough to compare by eye: instances with the same fingerprint have the same keys. */
  fingerprint(): string {
    const parts = [...this.checks()].sort().flat().join('\0');
    return createHash('sha256').update(parts).digest('hex').slice(0, 16);
  }
}

/** The keyring of a running process, whose file may change at any moment. */
export interface KeyringInUse {
  /** The lookup key never changes. */
  readonly lookup: Buffer;

  /** Whether the storage has another keyring by now. Then nothing may be found or sealed with this one. */
  readonly isReplaced: boolean;

  /** The key to seal with now. Do not cache it: the key may be retired within seconds. Rejects with KeyringReplaced. */
  getWriteKey(): Promise<EncryptionKey>;

  /** Whether the key belongs to a former keyring, which was lost. */
  isLost(kid: string): Promise<boolean>;

  /** Undefined only when the key is not in the file either. */
  findReadKey(kid: string): Promise<EncryptionKey | undefined>;
}

const newEncryptionKey = (): EncryptionKey => ({
  kid: randomBytes(4).toString('hex'),
  key: randomBytes(KEY_BYTES),
});

const checkValue = (key: Buffer): string =>
  createHmac('sha256', key).update('ph.check.v1\0').digest('hex').slice(0, 32);
