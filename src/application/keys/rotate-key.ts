import type { AccountId } from '../../domain/accounts/account.ts';
import { ApiKey, type KeyDigest } from '../../domain/accounts/api-key.ts';
import { KeyRotation, type RotationOrigin } from '../../domain/accounts/key-rotation.ts';
import type { Clock, Entropy } from '../ports/environment.ts';
import type { KeySealing } from '../ports/hashing.ts';
import type { KeyStorage } from '../ports/key-storage.ts';
import { StorageUnavailable } from '../ports/storage-unavailable.ts';

export type RotateKeyOutcome = { readonly kind: 'rotated'; readonly key: ApiKey } | { readonly kind: 'unauthorized' };

/** Replaces the key that was presented. It is dead on every instance before this resolves. */
export class RotateKey {
  constructor(
    private readonly keys: KeyStorage,
    private readonly sealing: KeySealing,
    private readonly clock: Clock,
    private readonly entropy: Entropy,
  ) {}

  async execute(presented: ApiKey, origin: RotationOrigin): Promise<RotateKeyOutcome> {
    const retired = this.sealing.digest(presented);
    const account = await this.keys.findByDigest(retired);
    if (!account) return { kind: 'unauthorized' };

    // Losing the race means that the presented key was retired a moment ago: it opens nothing any more.
    const key = await this.replace(account.id, retired, origin);
    return key ? { kind: 'rotated', key } : { kind: 'unauthorized' };
  }

  /** Undefined when the account no longer holds the key to be retired. */
  async replace(accountId: AccountId, retired: KeyDigest, origin: RotationOrigin): Promise<ApiKey | undefined> {
    const key = ApiKey.fromEntropy(this.entropy.bytes(ApiKey.entropyBytes));
    const issued = { ...(await this.sealing.seal(key, accountId)), issuedAt: this.clock.now() };
    const rotation = KeyRotation.of(accountId, retired, issued, origin);
    return (await this.carryOut(rotation)) ? key : undefined;
  }

  private async carryOut(rotation: KeyRotation): Promise<boolean> {
    try {
      return (await this.keys.apply(rotation)) === 'applied';
    } catch (error) {
      // The write may have arrived although its answer was lost. Storage knows; if it cannot say, neither can we.
      if (error instanceof StorageUnavailable && (await this.keys.wasApplied(rotation))) return true;
      throw error;
    }
  }
}
