import type { Account } from '../../domain/accounts/account.ts';
import type { ApiKey } from '../../domain/accounts/api-key.ts';
import type { Problem } from '../../domain/problem.ts';
import type { AccountApplication, DraftAccount } from '../accounts/draft-account.ts';
import type { AccountRepository } from '../ports/account-repository.ts';

export type OpenFirstAccountOutcome =
  | { readonly kind: 'opened'; readonly account: Account; readonly key: ApiKey }
  | { readonly kind: 'invalid'; readonly problems: readonly Problem[] }
  | { readonly kind: 'not-needed' }
  | { readonly kind: 'busy' };

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
