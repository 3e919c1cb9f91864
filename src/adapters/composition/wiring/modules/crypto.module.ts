import { ContainerModule } from 'inversify';
import { AesKeySealing } from '../../../outbound/crypto/aes-key-sealing.ts';
import { AesWebhookSecretSealing } from '../../../outbound/crypto/aes-webhook-secret-sealing.ts';
import { Argon2PasswordHashing } from '../../../outbound/crypto/argon2-password-hashing.ts';
import {
  createHashingQueue,
  createSignUpQueue,
  signInGate,
  signUpGate,
} from '../../../outbound/crypto/hashing-gates.ts';
import { HmacSetupTokens } from '../../../outbound/crypto/hmac-setup-tokens.ts';
import { sha256ContentHashing, sha256SessionSecrets } from '../../../outbound/crypto/sha256.ts';
import { tokens } from '../tokens/tokens.ts';

/** The keyring itself is bound once it is open: that needs the storage. */
export const cryptoModule = new ContainerModule(({ bind }) => {
  bind(tokens.keySealing).toResolvedValue((keyring) => new AesKeySealing(keyring), [tokens.keyring]);
  bind(tokens.webhookSecretSealing).toResolvedValue(
    (keyring) => new AesWebhookSecretSealing(keyring),
    [tokens.keyring],
  );
  bind(tokens.setupTokens).toResolvedValue((keyring) => new HmacSetupTokens(keyring), [tokens.keyring]);
  bind(tokens.passwordHashing).toResolvedValue(
    (log) =>
      new Argon2PasswordHashing((parameters) =>
        log.error({ parameters }, 'a stored password hash is unusable: set that password with account reset-password'),
      ),
    [tokens.log],
  );
  bind(tokens.contentHashing).toConstantValue(sha256ContentHashing);
  bind(tokens.sessionSecrets).toConstantValue(sha256SessionSecrets);
  bind(tokens.hashingQueue).toResolvedValue(createHashingQueue);
  bind(tokens.signUpQueue).toResolvedValue(createSignUpQueue);
  bind(tokens.signInGate).toResolvedValue(signInGate, [tokens.hashingQueue]);
  bind(tokens.signUpGate).toResolvedValue(signUpGate, [tokens.hashingQueue, tokens.signUpQueue]);
});
