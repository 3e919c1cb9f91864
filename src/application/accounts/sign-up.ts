import type { Clock } from '../ports/environment.ts';
import type { SignInThrottle, SignUpThrottle } from '../ports/sign-in-throttle.ts';
import type { AccountApplication } from './draft-account.ts';
import type { OpenAccount, OpenAccountOutcome } from './open-account.ts';

export type SignUpOutcome =
  | OpenAccountOutcome
  /** Too many accounts were opened from this network. */
  | { readonly kind: 'throttled'; readonly waitMs: number };

/** Opens an account for a client of the service, as far as its network may open one. */
export class SignUp {
  constructor(
    private readonly openAccount: OpenAccount,
    private readonly signUps: SignUpThrottle,
    private readonly signIns: SignInThrottle,
    private readonly clock: Clock,
  ) {}

  /** A taken e-mail counts as well: trying many would show which ones have an account. */
  async execute(application: AccountApplication, address: string): Promise<SignUpOutcome> {
    const at = this.clock.now();
    const waitMs = await this.signUps.count(address, at);
    if (waitMs > 0) return { kind: 'throttled', waitMs };

    const outcome = await this.openAccount.execute(application, address);
    if (outcome.kind === 'invalid' || outcome.kind === 'busy') await this.signUps.withdraw(address, at);
    // The account exists, even if this fails; its owner only has to sign in once more to be known there.
    if (outcome.kind === 'opened') {
      await this.signIns.recordOpened({ email: outcome.account.email, address, at }).catch(() => {});
    }
    return outcome;
  }
}
