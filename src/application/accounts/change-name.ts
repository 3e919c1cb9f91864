import { type AccountId, type DisplayName, parseDisplayName } from '../../domain/accounts/account.ts';
import type { AccountRepository } from '../ports/account-repository.ts';
import { NAME_RULE } from './draft-account.ts';

export type ChangeNameOutcome =
  | { readonly kind: 'changed'; readonly name: DisplayName }
  | { readonly kind: 'refused'; readonly problem: string }
  | { readonly kind: 'not-found' };

/** Gives an account another display name, which every answer carries from then on. */
export class ChangeName {
  constructor(private readonly accounts: AccountRepository) {}

  async execute(id: AccountId, chosen: string): Promise<ChangeNameOutcome> {
    const name = parseDisplayName(chosen);
    if (!name) return { kind: 'refused', problem: NAME_RULE };
    return (await this.accounts.rename(id, name)) === 'renamed' ? { kind: 'changed', name } : { kind: 'not-found' };
  }
}
