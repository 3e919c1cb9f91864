import type { AccountId } from '../../domain/accounts/account.ts';
import type { KeyCredential } from '../../domain/accounts/actor.ts';
import type { ApiKey } from '../../domain/accounts/api-key.ts';
import type { RotationOrigin } from '../../domain/accounts/key-rotation.ts';
import type { RotateKey } from './rotate-key.ts';

export type RotatePresentedKeyOutcome =
  | { readonly kind: 'rotated'; readonly key: ApiKey }
  | { readonly kind: 'unauthorized' };

/** Replaces the key that a request was authenticated with. */
export class RotatePresentedKey {
  constructor(private readonly rotateKey: Pick<RotateKey, 'execute'>) {}

  /** Needs no second lookup: the rotation itself requires that the account still holds the presented key. */
  async execute(
    accountId: AccountId,
    presented: KeyCredential,
    origin: RotationOrigin,
  ): Promise<RotatePresentedKeyOutcome> {
    const outcome = await this.rotateKey.execute(accountId, presented.digest, origin);
    // Losing the race means that the presented key has just been retired: it is no longer valid.
    return outcome.kind === 'superseded' ? { kind: 'unauthorized' } : outcome;
  }
}
