import type { AccountId } from '../../domain/accounts/account.ts';
import type { Credential } from '../../domain/accounts/actor.ts';
import type { RotationOrigin } from '../../domain/accounts/key-rotation.ts';
import type { AccountRepository } from '../ports/account-repository.ts';
import type { ObtainedKey, ObtainKey } from './obtain-key.ts';

/** Shows an account's key to its owner, who has signed in to the dashboard. */
export class RevealKey {
  constructor(
    private readonly accounts: AccountRepository,
    private readonly obtainKey: Pick<ObtainKey, 'execute'>,
  ) {}

  async execute(id: AccountId, origin: RotationOrigin, credential: Credential): Promise<ObtainedKey | undefined> {
    const account = await this.accounts.find(id);
    return account && this.obtainKey.execute(account, origin, credential);
  }
}
