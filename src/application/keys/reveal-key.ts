import type { AccountId } from '../../domain/accounts/account.ts';
import type { ApiKey } from '../../domain/accounts/api-key.ts';
import type { AccountRepository } from '../ports/account-repository.ts';
import type { KeySealing } from '../ports/secrets.ts';

/** Shows an account's key to its owner, who has signed in to the dashboard. */
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
