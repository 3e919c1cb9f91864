import type { Account } from '../../domain/accounts/account.ts';
import type { Credential } from '../../domain/accounts/actor.ts';
import type { ApiKey } from '../../domain/accounts/api-key.ts';
import type { RotationOrigin } from '../../domain/accounts/key-rotation.ts';
import type { AccountRepository } from '../ports/account-repository.ts';
import type { KeySealing } from '../ports/secrets.ts';
import type { RotateKey } from './rotate-key.ts';

export interface ObtainedKey {
  readonly key: ApiKey;
  /** The stored key was lost with its keyring, and this one has just replaced it. */
  readonly isReplacement: boolean;
}

/** The key of an account, for its owner. Replaces a key that was lost with its keyring: nothing can open that again. */
export class ObtainKey {
  constructor(
    private readonly accounts: AccountRepository,
    private readonly sealing: KeySealing,
    private readonly rotateKey: Pick<RotateKey, 'execute'>,
  ) {}

  /** Undefined when the account was deleted. */
  async execute(account: Account, origin: RotationOrigin, credential?: Credential): Promise<ObtainedKey | undefined> {
    // After losing to a concurrent replacement, return the key that won.
    for (let held: Account | undefined = account; held; held = await this.accounts.find(account.id)) {
      if (!(await this.sealing.isLost(held.key.sealed))) {
        return { key: await this.sealing.open(held.key, held.id), isReplacement: false };
      }
      const outcome = await this.rotateKey.execute(held.id, held.key.digest, origin, credential);
      if (outcome.kind === 'rotated') return { key: outcome.key, isReplacement: true };
    }
    return undefined;
  }
}
