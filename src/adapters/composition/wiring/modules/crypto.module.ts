import { ContainerModule } from 'inversify';
import { AesKeySealing } from '../../../outbound/crypto/aes-key-sealing.ts';
import { AesWebhookSecretSealing } from '../../../outbound/crypto/aes-webhook-secret-sealing.ts';
import { Argon2PasswordHashing } from '../../../outbound/crypto/argon2-password-hashing.ts';
import { BoundedGate, type GateLimits } from '../../../outbound/crypto/bounded-gate.ts';
import { signInGate, signUpGate } from '../../../outbound/crypto/hashing-gates.ts';
import { HmacSetupTokens } from '../../../outbound/crypto/hmac-setup-tokens.ts';
import { sha256ContentHashing, sha256SessionSecrets } from '../../../outbound/crypto/sha256.ts';
import { tokens } from '../tokens/tokens.ts';

/** As many concurrently as there are threads for it. */
const HASHING_LIMITS: GateLimits = { concurrentMax: 2, waitingMax: 32, waitMsMax: 2000 };
/** A sign-up waits here first, and then in the common queue: together less than a request may take. */
const SIGN_UP_LIMITS: GateLimits = { concurrentMax: 1, waitingMax: 8, waitMsMax: 1500 };

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
  bind(tokens.hashingQueue).toResolvedValue(() => new BoundedGate(HASHING_LIMITS));
  bind(tokens.signInGate).toResolvedValue(signInGate, [tokens.hashingQueue]);
  bind(tokens.signUpGate).toResolvedValue(
    (hashing) => signUpGate(hashing, new BoundedGate(SIGN_UP_LIMITS)),
    [tokens.hashingQueue],
  );
});
