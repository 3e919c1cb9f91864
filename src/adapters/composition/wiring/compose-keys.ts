import type { ChangeWatch } from '../../../application/changes/watch/change-watch.ts';
import { PromoteEncryptionKey } from '../../../application/keyring/promote-encryption-key.ts';
import { ReencryptKeys } from '../../../application/keyring/reencrypt-keys.ts';
import { RetireEncryptionKey } from '../../../application/keyring/retire-encryption-key.ts';
import { AuthenticateKey } from '../../../application/keys/authenticate-key.ts';
import { DescribeKey } from '../../../application/keys/describe-key.ts';
import { ListRotations } from '../../../application/keys/list-rotations.ts';
import { ObtainKey } from '../../../application/keys/obtain-key.ts';
import { ReplaceLostKey } from '../../../application/keys/replace-lost-key.ts';
import { RevealKey } from '../../../application/keys/reveal-key.ts';
import { RotateAllKeys } from '../../../application/keys/rotate-all-keys.ts';
import { RotateKey } from '../../../application/keys/rotate-key.ts';
import { RotateKeyOfAccount } from '../../../application/keys/rotate-key-of-account.ts';
import { RotateOwnKey } from '../../../application/keys/rotate-own-key.ts';
import { RotatePresentedKey } from '../../../application/keys/rotate-presented-key.ts';
import { ResealWebhookSecrets } from '../../../application/webhooks/reseal-webhook-secrets.ts';
import type { PrometheusMetrics } from '../../inbound/http/metrics/prometheus-metrics.ts';
import { countRotations } from './count-outcomes.ts';
import type { Ports } from './ports.ts';
import { revokeAfterRotation } from './wake-streams.ts';

export type KeyUseCases = ReturnType<typeof composeKeys>;

/** The use cases about API keys. */
export function composeKeys(ports: Ports, watch: Pick<ChangeWatch, 'revokeKey'>, metrics?: PrometheusMetrics) {
  const { accountRepository, keyStorage, keySealing, usageLog, clock, entropy } = ports;
  const counted = countRotations(new RotateKey(keyStorage, keySealing, clock, entropy), metrics);
  const rotateKey = revokeAfterRotation(counted, watch);
  const obtainKey = new ObtainKey(accountRepository, keySealing, rotateKey);
  return {
    authenticateKey: new AuthenticateKey(keyStorage, keySealing),
    describeKey: new DescribeKey(usageLog, keySealing),
    listRotations: new ListRotations(keyStorage),
    obtainKey,
    replaceLostKey: new ReplaceLostKey(keySealing, rotateKey),
    revealKey: new RevealKey(accountRepository, obtainKey),
    rotateAllKeys: new RotateAllKeys(accountRepository, keySealing, rotateKey),
    rotateKeyOfAccount: new RotateKeyOfAccount(accountRepository, rotateKey),
    rotateOwnKey: new RotateOwnKey(accountRepository, rotateKey),
    rotatePresentedKey: new RotatePresentedKey(rotateKey),
  };
}

/** The use cases about the encryption keys of an installation. */
export function composeKeyring(ports: Ports) {
  const { accountRepository, encryptionKeys, keyringRegister, keySealing, keyStorage, webhooks } = ports;
  const resealSecrets = new ResealWebhookSecrets(webhooks, ports.webhookSecretSealing, keySealing);
  return {
    addEncryptionKey: () => encryptionKeys.add(),
    promoteEncryptionKey: new PromoteEncryptionKey(encryptionKeys, keyringRegister),
    reencryptKeys: new ReencryptKeys(accountRepository, keyStorage, keySealing, keyringRegister, resealSecrets),
    retireEncryptionKey: new RetireEncryptionKey(
      encryptionKeys,
      keyringRegister,
      accountRepository,
      keySealing,
      resealSecrets,
    ),
  };
}
