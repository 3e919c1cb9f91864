import type { AccountRepository } from '../ports/account-repository.ts';
import type { Clock } from '../ports/environment.ts';
import type { SetupTokens } from '../ports/secrets.ts';

const OFFER_MS = 30 * 60 * 1000;

/** Issues a token, valid for half an hour, that opens the first account. */
export class OfferSetup {
  constructor(
    private readonly accounts: AccountRepository,
    private readonly tokens: SetupTokens,
    private readonly clock: Clock,
  ) {}

  /** Undefined once there has been an account. */
  async execute(): Promise<string | undefined> {
    if (await this.accounts.everHeldAccount()) return undefined;
    return this.tokens.issue(new Date(this.clock.now().getTime() + OFFER_MS));
  }
}
