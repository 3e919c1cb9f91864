import type { Email } from '../../domain/accounts/account.ts';
import type { AccountRepository } from '../ports/account-repository.ts';

/** Lets operators remove an account with everything it owns. Its key stops working immediately. */
export class DeleteAccount {
  constructor(private readonly accounts: AccountRepository) {}

  async execute(email: Email): Promise<'deleted' | 'not-found'> {
    const account = await this.accounts.findByEmail(email);
    if (!account) return 'not-found';
    return (await this.accounts.remove(account.id)) === 'removed' ? 'deleted' : 'not-found';
  }
}
