import type { AccountId } from '../../domain/accounts/account.ts';
import type { Credential } from '../../domain/accounts/actor.ts';
import type { RotationOrigin } from '../../domain/accounts/key-rotation.ts';
import type { AccountRepository } from '../ports/account-repository.ts';
import type { RotateKey, RotateKeyOutcome } from './rotate-key.ts';

export type RotateOwnKeyOutcome = RotateKeyOutcome | { readonly kind: 'not-found' };

/** Replaces an account's key for its owner, who has signed in to the dashboard. */
export class RotateOwnKey {
  constructor(
    private readonly accounts: AccountRepository,
    private readonly rotateKey: Pick<RotateKey, 'execute'>,
  ) {}

  /** Does not retry: the owner meant the key they saw, not the one that has just replaced it. */
  async execute(id: AccountId, origin: RotationOrigin, credential: Credential): Promise<RotateOwnKeyOutcome> {
    const account = await this.accounts.find(id);
    return account ? this.rotateKey.execute(id, account.key.digest, origin, credential) : { kind: 'not-found' };
  }
}
