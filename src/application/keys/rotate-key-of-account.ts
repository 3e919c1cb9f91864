import type { Email } from '../../domain/accounts/account.ts';
import type { ApiKey } from '../../domain/accounts/api-key.ts';
import type { AccountRepository } from '../ports/account-repository.ts';
import type { RotateKey } from './rotate-key.ts';

export type RotateKeyOfAccountOutcome =
  | { readonly kind: 'rotated'; readonly key: ApiKey }
  | { readonly kind: 'not-found' };

/** Lets operators replace an account's key without knowing it, for example after a leak. */
export class RotateKeyOfAccount {
  constructor(
    private readonly accounts: AccountRepository,
    private readonly rotateKey: Pick<RotateKey, 'execute'>,
  ) {}

  async execute(email: Email): Promise<RotateKeyOfAccountOutcome> {
    // Retry after losing to another rotation: the operator wants the newest key gone as well.
    for (;;) {
      const account = await this.accounts.findByEmail(email);
      if (!account) return { kind: 'not-found' };
      const outcome = await this.rotateKey.execute(account.id, account.key.digest, { by: 'cli', address: null });
      if (outcome.kind === 'rotated') return outcome;
    }
  }
}
