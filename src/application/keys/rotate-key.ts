import type { AccountId } from '../../domain/accounts/account.ts';
import type { Credential } from '../../domain/accounts/actor.ts';
import { ApiKey, type KeyDigest } from '../../domain/accounts/api-key.ts';
import { KeyRotation, type RotationOrigin } from '../../domain/accounts/key-rotation.ts';
import type { Clock, Entropy } from '../ports/environment.ts';
import type { KeyStorage } from '../ports/key-storage.ts';
import type { KeySealing } from '../ports/secrets.ts';
import { StorageUnavailable } from '../ports/storage/storage-unavailable.ts';

export type RotateKeyOutcome =
  | { readonly kind: 'rotated'; readonly key: ApiKey }
  /** The account no longer holds the key to be retired. */
  | { readonly kind: 'superseded' };

/** Replaces the key with this digest. It is invalid on every instance before this resolves. */
export class RotateKey {
  constructor(
    private readonly keys: KeyStorage,
    private readonly sealing: KeySealing,
    private readonly clock: Clock,
    private readonly entropy: Entropy,
  ) {}

  /** Given a credential, rotates only while the account has it; throws CredentialRetired otherwise. */
  async execute(
    accountId: AccountId,
    retired: KeyDigest,
    origin: RotationOrigin,
    credential?: Credential,
  ): Promise<RotateKeyOutcome> {
    const key = ApiKey.fromEntropy(this.entropy.bytes(ApiKey.entropyBytes));
    const issued = { ...(await this.sealing.seal(key, accountId)), issuedAt: this.clock.now() };
    const rotation = KeyRotation.of(accountId, retired, issued, origin);
    return (await this.apply(rotation, credential)) ? { kind: 'rotated', key } : { kind: 'superseded' };
  }

  private async apply(rotation: KeyRotation, credential: Credential | undefined): Promise<boolean> {
    try {
      return (await this.keys.apply(rotation, credential)) === 'applied';
    } catch (error) {
      // The write may have succeeded although its reply was lost: only storage knows.
      if (error instanceof StorageUnavailable && (await this.keys.wasApplied(rotation))) return true;
      throw error;
    }
  }
}
