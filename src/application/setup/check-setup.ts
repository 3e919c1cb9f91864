import type { AccountRepository } from '../ports/account-repository.ts';

/** Whether the first account can still be opened by its link. Done is done for ever, also when the account is gone. */
export class CheckSetup {
  constructor(private readonly accounts: AccountRepository) {}

  async execute(): Promise<'open' | 'done'> {
    return (await this.accounts.everHeldAccount()) ? 'done' : 'open';
  }
}
