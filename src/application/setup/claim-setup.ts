import type { AccountApplication } from '../accounts/draft-account.ts';
import type { Clock } from '../ports/environment.ts';
import type { SetupTokens } from '../ports/secrets.ts';
import type { SignInThrottle } from '../ports/sign-in-throttle.ts';
import type { CheckSetup } from './check-setup.ts';
import type { OpenFirstAccount, OpenFirstAccountOutcome } from './open-first-account.ts';

export type ClaimSetupOutcome =
  | Exclude<OpenFirstAccountOutcome, { readonly kind: 'not-needed' }>
  | { readonly kind: 'token-invalid' | 'token-expired' | 'already-set-up' };

/** Opens the first account with the token from the start banner. */
export class ClaimSetup {
  constructor(
    private readonly checkSetup: CheckSetup,
    private readonly tokens: SetupTokens,
    private readonly clock: Clock,
    private readonly openFirstAccount: OpenFirstAccount,
    private readonly throttle: SignInThrottle,
  ) {}

  async execute(token: string, application: AccountApplication, address: string): Promise<ClaimSetupOutcome> {
    if ((await this.checkSetup.execute()) === 'done') return { kind: 'already-set-up' };
    const at = this.clock.now();
    const verdict = this.tokens.verify(token, at);
    if (verdict !== 'valid') return { kind: `token-${verdict}` };

    const outcome = await this.openFirstAccount.execute(application);
    // The account exists, even if this fails.
    if (outcome.kind === 'opened') {
      await this.throttle.recordOpened({ email: outcome.account.email, address, at }).catch(() => {});
    }
    return outcome.kind === 'not-needed' ? { kind: 'already-set-up' } : outcome;
  }
}
