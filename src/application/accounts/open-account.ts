import type { Account } from '../../domain/accounts/account.ts';
import type { ApiKey } from '../../domain/accounts/api-key.ts';
import type { AccountRepository } from '../ports/account-repository.ts';
import type { AccountApplication, DraftAccount, DraftAccountOutcome } from './draft-account.ts';

export type OpenAccountOutcome =
  | { readonly kind: 'opened'; readonly account: Account; readonly key: ApiKey }
  | Exclude<DraftAccountOutcome, { readonly kind: 'drafted' }>
  | { readonly kind: 'email-taken' };

export class OpenAccount {
  constructor(
    private readonly accounts: AccountRepository,
    private readonly draftAccount: DraftAccount,
  ) {}

  /** The address is that of the client, if there is one. */
  async execute(application: AccountApplication, address?: string): Promise<OpenAccountOutcome> {
    const drafted = await this.draftAccount.execute(application, address);
    if (drafted.kind !== 'drafted') return drafted;

    const { account, key } = drafted;
    return (await this.accounts.add(account)) === 'added' ? { kind: 'opened', account, key } : { kind: 'email-taken' };
  }
}
