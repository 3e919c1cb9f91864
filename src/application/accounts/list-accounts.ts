import type { Account } from '../../domain/accounts/account.ts';
import type { AccountRepository } from '../ports/account-repository.ts';

export class ListAccounts {
  constructor(private readonly accounts: AccountRepository) {}

  /** Oldest first. */
  async execute(): Promise<readonly Account[]> {
    const found = await Array.fromAsync(this.accounts.all());
    return found.sort((one, other) => (one.id < other.id ? -1 : 1));
  }
}
