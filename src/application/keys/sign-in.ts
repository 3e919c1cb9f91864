import type { Account } from '../../domain/accounts/account.ts';
import type { ApiKey } from '../../domain/accounts/api-key.ts';
import type { CheckPassword, Credentials } from '../accounts/check-password.ts';
import type { KeySealing } from '../ports/secrets.ts';

export type SignInOutcome =
  | { readonly kind: 'signed-in'; readonly account: Account; readonly key: ApiKey }
  | { readonly kind: 'wrong-credentials' }
  | { readonly kind: 'throttled'; readonly waitMs: number }
  | { readonly kind: 'busy' };

/** Returns the account's existing key for e-mail and password; never issues a new one. */
export class SignIn {
  constructor(
    private readonly checkPassword: CheckPassword,
    private readonly sealing: KeySealing,
  ) {}

  async execute(credentials: Credentials): Promise<SignInOutcome> {
    const checked = await this.checkPassword.execute(credentials);
    if (checked.kind === 'wrong') return { kind: 'wrong-credentials' };
    if (checked.kind !== 'right') return checked;

    const { account } = checked;
    return { kind: 'signed-in', account, key: await this.sealing.open(account.key, account.id) };
  }
}
