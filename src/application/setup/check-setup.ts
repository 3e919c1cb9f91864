import type { AccountRepository } from '../ports/account-repository.ts';

/** Whether the setup link can still open the first account. Once `done`, always `done`, even if the account is deleted. */
export class CheckSetup {
  constructor(private readonly accounts: AccountRepository) {}

  async execute(): Promise<'open' | 'done'> {
    return (await this.accounts.everHeldAccount()) ? 'done' : 'open';
  }
}
