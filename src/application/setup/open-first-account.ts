import type { AccountApplication, DraftAccount } from '../accounts/draft-account.ts';
import type { OpenAccountOutcome } from '../accounts/open-account.ts';
import type { AccountRepository } from '../ports/account-repository.ts';

export type OpenFirstAccountOutcome =
  | Exclude<OpenAccountOutcome, { readonly kind: 'email-taken' }>
  | { readonly kind: 'not-needed' };

/** Opens an account unless there has ever been one: for the configuration, and for the setup link. */
export class OpenFirstAccount {
  constructor(
    private readonly accounts: AccountRepository,
    private readonly draftAccount: DraftAccount,
  ) {}

  /** If calls run concurrently on any number of instances, one opens the account; the others get `not-needed`. */
  async execute(application: AccountApplication): Promise<OpenFirstAccountOutcome> {
    if (await this.accounts.everHeldAccount()) return { kind: 'not-needed' };
    const drafted = await this.draftAccount.execute(application);
    if (drafted.kind !== 'drafted') return drafted;

    const { account, key } = drafted;
    const result = await this.accounts.addFirst(account);
    return result === 'added' ? { kind: 'opened', account, key } : { kind: 'not-needed' };
  }
}
