import type { AccountApplication, OpenAccount, OpenAccountOutcome } from '../accounts/open-account.ts';
import type { AccountRepository } from '../ports/account-repository.ts';

/** Opens the account that the configuration asks for, unless there has ever been one. */
export class OpenFirstAccount {
  constructor(
    private readonly accounts: AccountRepository,
    private readonly openAccount: OpenAccount,
  ) {}

  /** Instances that start at the same moment agree: one opens it, the others find its e-mail taken. */
  async execute(application: AccountApplication): Promise<OpenAccountOutcome | { readonly kind: 'not-needed' }> {
    if (await this.accounts.everHeldAccount()) return { kind: 'not-needed' };
    return this.openAccount.execute(application);
  }
}
