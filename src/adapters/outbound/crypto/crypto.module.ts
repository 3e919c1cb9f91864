import { ContainerModule } from 'inversify';
import { tokens } from '../../composition/tokens.ts';
import { AesKeySealing } from './aes-key-sealing.ts';
import { Argon2PasswordHashing } from './argon2-password-hashing.ts';
import { BoundedHashingGate } from './bounded-hashing-gate.ts';
import { HmacSetupTokens } from './hmac-setup-tokens.ts';

/** The keyring itself is bound once it is open: that needs the storage. */
export const cryptoModule = new ContainerModule(({ bind }) => {
  bind(tokens.keySealing).toResolvedValue((keyring) => new AesKeySealing(keyring), [tokens.keyring]);
  bind(tokens.setupTokens).toResolvedValue((keyring) => new HmacSetupTokens(keyring), [tokens.keyring]);
  bind(tokens.passwordHashing).toResolvedValue(() => new Argon2PasswordHashing());
  bind(tokens.hashingGate).toResolvedValue(() => new BoundedHashingGate());
});
