import type { Email } from '../../domain/accounts/account.ts';
import type { ApiKey } from '../../domain/accounts/api-key.ts';
import type { AccountRepository } from '../ports/account-repository.ts';
import type { RotateKey } from './rotate-key.ts';

export type ReplaceKeyOutcome = { readonly kind: 'replaced'; readonly key: ApiKey } | { readonly kind: 'not-found' };

/** For operators: replaces an account's key without knowing it, for example after a leak. */
export class ReplaceKey {
  constructor(
    private readonly accounts: AccountRepository,
    private readonly rotateKey: RotateKey,
  ) {}

  async execute(email: Email): Promise<ReplaceKeyOutcome> {
    // A rotation that came in between retired the key we read; the operator wants the newest gone as well.
    for (;;) {
      const account = await this.accounts.findByEmail(email);
      if (!account) return { kind: 'not-found' };
      const key = await this.rotateKey.replace(account.id, account.key.digest, { by: 'cli', address: null });
      if (key) return { kind: 'replaced', key };
    }
  }
}
