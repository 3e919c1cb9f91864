import type { Email } from '../../domain/accounts/account.ts';
import type { AccountRepository } from '../ports/account-repository.ts';
import type { Clock } from '../ports/environment.ts';
import type { SignInThrottle } from '../ports/sign-in-throttle.ts';

/** Lets operators unblock an account, so that its owner can sign in again after too many failures. */
export class UnblockAccount {
  constructor(
    private readonly accounts: AccountRepository,
    private readonly throttle: SignInThrottle,
    private readonly clock: Clock,
  ) {}

  async execute(email: Email): Promise<'unblocked' | 'not-found'> {
    if (!(await this.accounts.findByEmail(email))) return 'not-found';
    await this.throttle.unblock(email, this.clock.now());
    return 'unblocked';
  }
}
