import type { Account } from '../../domain/accounts/account.ts';
import type { ApiKey } from '../../domain/accounts/api-key.ts';
import type { Problem } from '../../domain/problem.ts';
import type { AccountApplication } from '../accounts/draft-account.ts';
import type { Clock } from '../ports/environment.ts';
import type { SetupTokens } from '../ports/secrets.ts';
import type { CheckSetup } from './check-setup.ts';
import type { OpenFirstAccount } from './open-first-account.ts';

export type ClaimSetupOutcome =
  | { readonly kind: 'opened'; readonly account: Account; readonly key: ApiKey }
  | { readonly kind: 'invalid'; readonly problems: readonly Problem[] }
  | { readonly kind: 'token-invalid' | 'token-expired' }
  | { readonly kind: 'already-set-up' }
  | { readonly kind: 'busy' };

/** Opens the first account with the token from the start banner. */
export class ClaimSetup {
  constructor(
    private readonly checkSetup: CheckSetup,
    private readonly tokens: SetupTokens,
    private readonly clock: Clock,
    private readonly openFirstAccount: OpenFirstAccount,
  ) {}

  async execute(token: string, application: AccountApplication): Promise<ClaimSetupOutcome> {
    if ((await this.checkSetup.execute()) === 'done') return { kind: 'already-set-up' };
    const verdict = this.tokens.verify(token, this.clock.now());
    if (verdict !== 'valid') return { kind: `token-${verdict}` };

    const outcome = await this.openFirstAccount.execute(application);
    return outcome.kind === 'not-needed' ? { kind: 'already-set-up' } : outcome;
  }
}
