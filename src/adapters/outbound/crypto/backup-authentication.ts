import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import { LOOKUP } from '../../../application/ports/keyring-register.ts';
import type { Keyring } from './keyring/keyring.ts';

const KEY_BYTES = 32;

/** Signs backups, so that only a holder of the keyring can make or change one. */
export class BackupAuthentication {
  /** Identifies the keyring without revealing anything about it. */
  readonly keyring: string;
  readonly #key: Buffer;

  /** Derived from the lookup key, which never changes during the life of a storage. */
  constructor(keyring: Keyring) {
    this.keyring = keyring.checks().get(LOOKUP) ?? '';
    this.#key = Buffer.from(hkdfSync('sha256', keyring.lookup, '', 'ph.backup.v1', KEY_BYTES));
  }

  sign(text: string): string {
    return createHmac('sha256', this.#key).update(text).digest('hex');
  }

  isSignatureOf(text: string, signature: string): boolean {
    const [expected, presented] = [Buffer.from(this.sign(text)), Buffer.from(signature)];
    return presented.length === expected.length && timingSafeEqual(presented, expected);
  }
}
