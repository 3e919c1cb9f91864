import type { AccountId } from '../../domain/accounts/account.ts';
import type { ApiKey } from '../../domain/accounts/api-key.ts';
import type { RotationOrigin } from '../../domain/accounts/key-rotation.ts';
import type { AccountRepository } from '../ports/account-repository.ts';
import type { RotateKey } from './rotate-key.ts';

export type ResetKeyOutcome =
  | { readonly kind: 'reset'; readonly key: ApiKey }
  /** Somebody else replaced the key at the same moment. */
  | { readonly kind: 'superseded' }
  | { readonly kind: 'not-found' };

/** Replaces an account's key for its owner, who has proved to be that by other means than the key. */
export class ResetKey {
  constructor(
    private readonly accounts: AccountRepository,
    private readonly rotateKey: RotateKey,
  ) {}

  /** Tries once: whoever clicked meant the key they saw, and not the one that has just taken its place. */
  async execute(id: AccountId, origin: RotationOrigin): Promise<ResetKeyOutcome> {
    const account = await this.accounts.find(id);
    if (!account) return { kind: 'not-found' };
    const key = await this.rotateKey.replace(id, account.key.digest, origin);
    return key ? { kind: 'reset', key } : { kind: 'superseded' };
  }
}
