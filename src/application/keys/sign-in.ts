import { type Account, parseEmail } from '../../domain/account.ts';
import type { ApiKey } from '../../domain/api-key.ts';
import { Password } from '../../domain/password.ts';
import type { AccountRepository } from '../ports/account-repository.ts';
import type { HashingGate, KeySealing, PasswordHashing } from '../ports/hashing.ts';
import type { SignInAttempt, SignInThrottle } from '../ports/sign-in-throttle.ts';

export interface Credentials {
  readonly email: string;
  readonly password: string;
  /** Where the caller comes from. */
  readonly address: string;
}

export type SignInOutcome =
  | { readonly kind: 'signed-in'; readonly account: Account; readonly key: ApiKey }
  | { readonly kind: 'wrong-credentials' }
  | { readonly kind: 'throttled'; readonly waitMs: number }
  | { readonly kind: 'busy' };

/** Opens an account with e-mail and password, and gives back the key it has: never a new one. */
export class SignIn {
  constructor(
    private readonly accounts: AccountRepository,
    private readonly passwords: PasswordHashing,
    private readonly gate: HashingGate,
    private readonly throttle: SignInThrottle,
    private readonly sealing: KeySealing,
  ) {}

  async execute({ email, password, address }: Credentials): Promise<SignInOutcome> {
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
  private async verify(attempt: SignInAttempt, password: Password): Promise<SignInOutcome> {
    const waitMs = await this.throttle.count(attempt);
    if (waitMs > 0) return { kind: 'throttled', waitMs };

    const { account, verdict } = await this.judge(attempt, password);
    if (!account || verdict === 'wrong') return { kind: 'wrong-credentials' };

    await this.throttle.forgive(attempt);
    if (verdict === 'outdated') {
      // Losing against a change of password at the same moment is fine: that one is up to date.
      await this.accounts.replacePassword(account.id, account.passwordHash, await this.passwords.hash(password));
    }
    return { kind: 'signed-in', account, key: this.sealing.open(account.key, account.id) };
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
}
