import type { Email } from '../../domain/accounts/account.ts';
import { Password, type PasswordProblem } from '../../domain/accounts/password.ts';
import type { AccountRepository } from '../ports/account-repository.ts';
import type { HashingGate, PasswordHashing } from '../ports/hashing.ts';

export type ResetPasswordOutcome =
  | { readonly kind: 'reset' }
  | { readonly kind: 'not-found' }
  | ({ readonly kind: 'invalid' } & PasswordProblem)
  | { readonly kind: 'busy' };

/** Lets operators set a password without knowing the old one. Every session ends; the key stays as it is. */
export class ResetPassword {
  constructor(
    private readonly accounts: AccountRepository,
    private readonly passwords: PasswordHashing,
    private readonly gate: HashingGate,
  ) {}

  async execute(email: Email, text: string): Promise<ResetPasswordOutcome> {
    // The e-mail stands in for a missing account: the password is examined before the account is reported missing.
    const owner = (await this.accounts.findByEmail(email)) ?? { email };
    const password = Password.choose(text, owner);
    if (!(password instanceof Password)) return { kind: 'invalid', ...password };

    const hash = await this.gate.enter('', () => this.passwords.hash(password));
    if (hash === 'busy') return { kind: 'busy' };

    // Retry after a concurrent change: the operator's password wins.
    for (;;) {
      const account = await this.accounts.findByEmail(email);
      if (!account) return { kind: 'not-found' };
      const result = await this.accounts.changePassword(account.id, account.passwordHash, hash);
      if (result === 'replaced') return { kind: 'reset' };
    }
  }
}
