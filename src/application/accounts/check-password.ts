import { type Account, parseEmail } from '../../domain/accounts/account.ts';
import { Password } from '../../domain/accounts/password.ts';
import type { AccountRepository } from '../ports/account-repository.ts';
import type { HashingGate, PasswordHashing } from '../ports/hashing.ts';
import type { SignInAttempt, SignInThrottle } from '../ports/sign-in-throttle.ts';

export interface Credentials {
  readonly email: string;
  readonly password: string;
  /** Where the caller comes from. */
  readonly address: string;
}

export type CheckPasswordOutcome =
  | { readonly kind: 'right'; readonly account: Account }
  | { readonly kind: 'wrong' }
  | { readonly kind: 'throttled'; readonly waitMs: number }
  | { readonly kind: 'busy' };

/** Whose e-mail and password these are. Every door that takes a password asks here, so that guesses are counted together. */
export class CheckPassword {
  constructor(
    private readonly accounts: AccountRepository,
    private readonly passwords: PasswordHashing,
    private readonly gate: HashingGate,
    private readonly throttle: SignInThrottle,
  ) {}

  async execute({ email, password, address }: Credentials): Promise<CheckPasswordOutcome> {
    const attempt = { email: email.trim().toLowerCase(), address };
    const waitMs = await this.throttle.waitMs(attempt);
    if (waitMs > 0) return { kind: 'throttled', waitMs };

    const outcome = await this.gate.enter(() => this.verify(attempt, Password.presented(password)));
    return outcome === 'busy' ? { kind: 'busy' } : outcome;
  }

  /**
   * Counted first, so that a thousand guesses at once are a thousand failures and not one; but counted
   * behind the gate, so that a fleet that signs in all at once with the right password is not taken for a guesser.
   */
  private async verify(attempt: SignInAttempt, password: Password): Promise<CheckPasswordOutcome> {
    const waitMs = await this.throttle.count(attempt);
    if (waitMs > 0) return { kind: 'throttled', waitMs };

    const { account, verdict } = await this.judge(attempt, password);
    if (!account || verdict === 'wrong') return { kind: 'wrong' };

    await this.throttle.forgive(attempt);
    return { kind: 'right', account: verdict === 'outdated' ? await this.rehash(account, password) : account };
  }

  /** An outage in the middle must not count against whoever tries until it is over. */
  private async judge(attempt: SignInAttempt, password: Password) {
    try {
      const email = parseEmail(attempt.email);
      const account = email && (await this.accounts.findByEmail(email));
      return { account, verdict: await this.passwords.verify(password, account?.passwordHash) };
    } catch (error) {
      // If this fails too, the storage is away altogether, which the first error says already.
      await this.throttle.withdraw(attempt).catch(() => {});
      throw error;
    }
  }

  private async rehash(account: Account, password: Password): Promise<Account> {
    const renewed = await this.passwords.hash(password);
    const result = await this.accounts.rehashPassword(account.id, account.passwordHash, renewed);
    // Losing against a change of password at the same moment is fine: that one is up to date.
    return result === 'replaced' ? account.withRehashedPassword(renewed) : account;
  }
}
