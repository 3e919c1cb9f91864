import type { EncryptionKeys } from '../ports/encryption-keys.ts';

/** The first step of a change of the encryption key: a new one that reads, once every instance was given it. */
export class AddEncryptionKey {
  constructor(private readonly keys: EncryptionKeys) {}

  execute() {
    return this.keys.add();
  }
}
