import type { Logger } from 'pino';
import type { ChangeWatch } from '../../../application/changes/watch/change-watch.ts';
import type { EncryptionKeys } from '../../../application/ports/encryption-keys.ts';
import type { Clock, Entropy } from '../../../application/ports/environment.ts';
import type { ContentHashing, HashingGate, PasswordHashing } from '../../../application/ports/hashing.ts';
import type { IdempotentResponses } from '../../../application/ports/idempotent-responses.ts';
import type {
  KeySealing,
  SessionSecrets,
  SetupTokens,
  WebhookSecretSealing,
} from '../../../application/ports/secrets.ts';
import type { RejectionDelay, SignInThrottle, SignUpThrottle } from '../../../application/ports/sign-in-throttle.ts';
import type { WebhookSender, WebhookTargets } from '../../../application/ports/webhooks/webhook-sender.ts';
import { AesKeySealing } from '../../outbound/crypto/aes-key-sealing.ts';
import { AesWebhookSecretSealing } from '../../outbound/crypto/aes-webhook-secret-sealing.ts';
import { Argon2PasswordHashing } from '../../outbound/crypto/argon2-password-hashing.ts';
import { type HashingQueue, signInGate, signUpGate } from '../../outbound/crypto/hashing-gates.ts';
import { HmacSetupTokens } from '../../outbound/crypto/hmac-setup-tokens.ts';
import type { CurrentKeyring } from '../../outbound/crypto/keyring/current-keyring.ts';
import { FileEncryptionKeys } from '../../outbound/crypto/keyring/file-encryption-keys.ts';
import { sha256ContentHashing, sha256SessionSecrets } from '../../outbound/crypto/sha256.ts';
import { systemEntropy } from '../../outbound/host/system-environment.ts';
import { RecordedResponses } from '../../outbound/records/recorded-responses.ts';
import { RecordedSignInThrottle } from '../../outbound/throttle/recorded-sign-in-throttle.ts';
import { RecordedSignUpThrottle } from '../../outbound/throttle/recorded-sign-up-throttle.ts';
import { TimedRejectionDelay } from '../../outbound/throttle/timed-rejection-delay.ts';
import { CheckedTargets } from '../../outbound/webhooks/checked-targets.ts';
import { HttpWebhookSender } from '../../outbound/webhooks/http-webhook-sender.ts';
import { PermittedAddresses } from '../../outbound/webhooks/permitted-addresses.ts';
import type { Configuration } from '../configuration/configuration.ts';
import { version } from '../version.ts';
import type { StoragePorts } from './storage/storage-ports.ts';
import { wakeAfterWrites } from './wake-streams.ts';

/** Everything that use cases need from outside. */
export interface Ports extends StoragePorts {
  /** The time of the storage. */
  readonly clock: Clock;
  readonly entropy: Entropy;
  readonly encryptionKeys: EncryptionKeys;
  readonly keySealing: KeySealing;
  readonly webhookSecretSealing: WebhookSecretSealing;
  readonly setupTokens: SetupTokens;
  readonly sessionSecrets: SessionSecrets;
  readonly contentHashing: ContentHashing;
  readonly passwordHashing: PasswordHashing;
  readonly signInGate: HashingGate;
  readonly signUpGate: HashingGate;
  readonly signInThrottle: SignInThrottle;
  readonly signUpThrottle: SignUpThrottle;
  readonly rejectionDelay: RejectionDelay;
  readonly idempotentResponses: IdempotentResponses;
  readonly webhookTargets: WebhookTargets;
  readonly webhookSender: WebhookSender;
}

/** Limits on the passwords that are hashed at a time, of all processes of a service together. */
export interface HashingQueues {
  readonly all: HashingQueue;
  readonly signUps: HashingQueue;
}

export const composePorts =
  ({ accounts, webhooks, keyring: { file } }: Configuration, hashing: HashingQueues, log: Logger) =>
  (storage: StoragePorts, watch: ChangeWatch, keyring: CurrentKeyring, clock: Clock): Ports => {
    const targets = new CheckedTargets(new PermittedAddresses(webhooks.allow));
    return {
      ...storage,
      ...wakeAfterWrites(storage, watch),
      clock,
      entropy: systemEntropy,
      encryptionKeys: new FileEncryptionKeys(file),
      keySealing: new AesKeySealing(keyring),
      webhookSecretSealing: new AesWebhookSecretSealing(keyring),
      setupTokens: new HmacSetupTokens(keyring),
      sessionSecrets: sha256SessionSecrets,
      contentHashing: sha256ContentHashing,
      passwordHashing: new Argon2PasswordHashing((parameters) =>
        log.error({ parameters }, 'a stored password hash is unusable: set that password with account reset-password'),
      ),
      signInGate: signInGate(hashing.all),
      signUpGate: signUpGate(hashing.all, hashing.signUps),
      signInThrottle: new RecordedSignInThrottle(storage.throttleRecords),
      signUpThrottle: new RecordedSignUpThrottle(storage.throttleRecords, accounts.signupsPerHour),
      idempotentResponses: new RecordedResponses(storage.responseRecords, clock, systemEntropy),
      rejectionDelay: new TimedRejectionDelay(),
      webhookTargets: targets,
      webhookSender: new HttpWebhookSender(targets, version),
    };
  };
