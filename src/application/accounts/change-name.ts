import {
  type AccountId,
  DISPLAY_NAME_RULE,
  type DisplayName,
  parseDisplayName,
} from '../../domain/accounts/account.ts';
import type { Credential } from '../../domain/accounts/actor.ts';
import { type Problem, toInvalid } from '../../domain/problem.ts';
import type { AccountRepository } from '../ports/account-repository.ts';

export type ChangeNameOutcome =
  | { readonly kind: 'changed'; readonly name: DisplayName }
  | { readonly kind: 'invalid'; readonly problems: readonly Problem[] }
  | { readonly kind: 'not-found' };

/** Changes the display name of an account. */
export class ChangeName {
  constructor(private readonly accounts: AccountRepository) {}

  async execute(id: AccountId, text: string, credential: Credential): Promise<ChangeNameOutcome> {
    const name = parseDisplayName(text);
    if (!name) return toInvalid('name', 'malformed', DISPLAY_NAME_RULE);
    const outcome = await this.accounts.rename(id, name, credential);
    return outcome === 'renamed' ? { kind: 'changed', name } : { kind: outcome };
  }
}
