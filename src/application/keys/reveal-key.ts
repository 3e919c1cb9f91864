import type { AccountId } from '../../domain/accounts/account.ts';
import type { ApiKey } from '../../domain/accounts/api-key.ts';
import type { AccountRepository } from '../ports/account-repository.ts';
import type { KeySealing } from '../ports/secrets.ts';

/** Shows an account its own key again, for whoever has proved to be its owner by other means than the key. */
export class RevealKey {
  constructor(
    private readonly accounts: AccountRepository,
    private readonly sealing: KeySealing,
  ) {}

  async execute(id: AccountId): Promise<ApiKey | undefined> {
    const account = await this.accounts.find(id);
    return account && this.sealing.open(account.key, account.id);
  }
}
