import { type Account, parseEmail } from '../../domain/accounts/account.ts';
import { Password } from '../../domain/accounts/password.ts';
import type { AccountRepository } from '../ports/account-repository.ts';
import type { Clock } from '../ports/environment.ts';
import type { HashingGate, PasswordHashing } from '../ports/hashing.ts';
import type { CountedAttempt, RejectionDelay, SignInAttempt, SignInThrottle } from '../ports/sign-in-throttle.ts';

export interface Credentials {
  readonly email: string;
  readonly password: string;
  /** The client's network address. */
  readonly address: string;
}

export type CheckPasswordOutcome =
  | { readonly kind: 'right'; readonly account: Account }
  | { readonly kind: 'wrong' }
  | { readonly kind: 'throttled'; readonly waitMs: number }
  | { readonly kind: 'busy' };

/** Checks e-mail and password. Every channel that takes a password uses this, so that failures are counted together. */
export class CheckPassword {
  constructor(
    private readonly accounts: AccountRepository,
    private readonly passwords: PasswordHashing,
    private readonly gate: HashingGate,
    private readonly throttle: SignInThrottle,
    private readonly rejectionDelay: RejectionDelay,
    private readonly clock: Clock,
  ) {}

  async execute({ email, password, address }: Credentials): Promise<CheckPasswordOutcome> {
    // Checked before storage is read: in a flood, most attempts end here, and what they cost delays all other requests.
    if (!this.gate.hasRoomFor(address)) return this.reject({ kind: 'busy' });
    const attempt = { email: email.trim().toLowerCase(), address, at: this.clock.now() };
    const waitMs = await this.throttle.waitMs(attempt);
    if (waitMs > 0) return this.reject({ kind: 'throttled', waitMs });

    const outcome = await this.gate.enter(address, () => this.verify(attempt, Password.presented(password)));
    return outcome === 'busy' ? { kind: 'busy' } : outcome;
  }

  private async reject(outcome: CheckPasswordOutcome): Promise<CheckPasswordOutcome> {
    await this.rejectionDelay.wait();
    return outcome;
  }

  /**
   * Counts a failure before verifying, so that a thousand concurrent guesses are a thousand failures; but inside the
   * gate, so that a fleet that signs in concurrently with the right password is not throttled.
   */
  private async verify(attempt: SignInAttempt, password: Password): Promise<CheckPasswordOutcome> {
    const count = await this.throttle.count(attempt);
    if (count.kind === 'throttled') return count;

    const { account, verdict } = await this.judge(count.attempt, password);
    if (!account || verdict === 'wrong') return { kind: 'wrong' };

    await this.throttle.recordSuccess(count.attempt);
    return { kind: 'right', account: verdict === 'outdated' ? await this.rehash(account, password) : account };
  }

  /** An outage must not count as a failed attempt. */
  private async judge(attempt: CountedAttempt, password: Password) {
    try {
      const email = parseEmail(attempt.email);
      const account = email && (await this.accounts.findByEmail(email));
      return { account, verdict: await this.passwords.verify(password, account?.passwordHash) };
    } catch (error) {
      // If this fails too, storage is unavailable, which the first error reports already.
      await this.throttle.withdraw(attempt).catch(() => {});
      throw error;
    }
  }

  private async rehash(account: Account, password: Password): Promise<Account> {
    const renewed = await this.passwords.hash(password);
    const result = await this.accounts.rehashPassword(account.id, account.passwordHash, renewed);
    // Losing to a concurrent change of password is fine: its hash is up to date.
    return result === 'replaced' ? account.withRehashedPassword(renewed) : account;
  }
}
