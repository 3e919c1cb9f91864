import type { EncryptionKeys } from '../ports/encryption-keys.ts';

/** The first step of changing the encryption key: adds one that can read once every instance has it. */
export class AddEncryptionKey {
  constructor(private readonly keys: EncryptionKeys) {}

  execute() {
    return this.keys.add();
  }
}
