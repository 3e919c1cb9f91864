import { join } from 'node:path';
import { CurrentKeyring } from '../../../src/adapters/outbound/crypto/keyring/current-keyring.ts';
import type { Keyring, KeyringInUse } from '../../../src/adapters/outbound/crypto/keyring/keyring.ts';
import { InMemoryKeyringRegister } from '../in-memory/in-memory-keyring-register.ts';

const silent = { changed: () => {}, rejected: () => {}, recovered: () => {}, replaced: () => {} };

/** Creates a keyring with its own register. */
export const aKeyringInUse = (folder: string): Promise<CurrentKeyring> =>
  CurrentKeyring.open(
    new InMemoryKeyringRegister(),
    { file: join(folder, 'keyring.json'), createWhenMissing: true },
    silent,
  );

/** A keyring that never changes. */
export const unchanging = (keyring: Keyring): KeyringInUse => ({
  lookup: keyring.lookup,
  isReplaced: false,
  isLost: async () => false,
  getWriteKey: async () => keyring.primary,
  findReadKey: async (kid) => keyring.encryptionKey(kid),
});
