import { ContainerModule } from 'inversify';
import { AddEncryptionKey } from '../../../../application/keyring/add-encryption-key.ts';
import { PromoteEncryptionKey } from '../../../../application/keyring/promote-encryption-key.ts';
import { ReencryptKeys } from '../../../../application/keyring/reencrypt-keys.ts';
import { RetireEncryptionKey } from '../../../../application/keyring/retire-encryption-key.ts';
import { tokens } from '../tokens/tokens.ts';

const { accountRepository, encryptionKeys, keyringRegister, keySealing, keyStorage } = tokens;

/** Builds the use cases about the encryption keys. */
export const keyringModule = new ContainerModule(({ bind }) => {
  bind(tokens.addEncryptionKey).toResolvedValue((keys) => new AddEncryptionKey(keys), [encryptionKeys]);
  bind(tokens.promoteEncryptionKey).toResolvedValue(
    (...ports) => new PromoteEncryptionKey(...ports),
    [encryptionKeys, keyringRegister],
  );
  bind(tokens.reencryptKeys).toResolvedValue(
    (...ports) => new ReencryptKeys(...ports),
    [accountRepository, keyStorage, keySealing, keyringRegister, tokens.resealWebhookSecrets],
  );
  bind(tokens.retireEncryptionKey).toResolvedValue(
    (...ports) => new RetireEncryptionKey(...ports),
    [encryptionKeys, keyringRegister, accountRepository, keySealing, tokens.resealWebhookSecrets],
  );
});
