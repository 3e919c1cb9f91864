import type { Account } from '../../domain/accounts/account.ts';
import type { ApiKey } from '../../domain/accounts/api-key.ts';
import type { CheckPassword, Credentials } from '../accounts/check-password.ts';
import type { ObtainKey } from './obtain-key.ts';

export type SignInOutcome =
  | { readonly kind: 'signed-in'; readonly account: Account; readonly key: ApiKey }
  | { readonly kind: 'wrong-credentials' }
  | { readonly kind: 'throttled'; readonly waitMs: number }
  | { readonly kind: 'busy' };

/** Returns the account's existing key for e-mail and password; issues a new one only if that was lost with its keyring. */
export class SignIn {
  constructor(
    private readonly checkPassword: CheckPassword,
    private readonly obtainKey: Pick<ObtainKey, 'execute'>,
  ) {}

  async execute(credentials: Credentials): Promise<SignInOutcome> {
    const checked = await this.checkPassword.execute(credentials);
    if (checked.kind === 'wrong') return { kind: 'wrong-credentials' };
    if (checked.kind !== 'right') return checked;

    const { account } = checked;
    const obtained = await this.obtainKey.execute(account, { by: 'api', address: credentials.address });
    return obtained ? { kind: 'signed-in', account, key: obtained.key } : { kind: 'wrong-credentials' };
  }
}
