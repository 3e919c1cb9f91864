import {
  Account,
  DISPLAY_NAME_RULE,
  EMAIL_RULE,
  newAccountId,
  parseDisplayName,
  parseEmail,
} from '../../domain/accounts/account.ts';
import { ApiKey } from '../../domain/accounts/api-key.ts';
import { Password } from '../../domain/accounts/password.ts';
import type { Problem } from '../../domain/problem.ts';
import { timedIdEntropyBytes } from '../../domain/timed-id.ts';
import type { Clock, Entropy } from '../ports/environment.ts';
import type { HashingGate, PasswordHashing } from '../ports/hashing.ts';
import type { KeySealing } from '../ports/secrets.ts';

export interface AccountApplication {
  readonly email: string;
  readonly name: string;
  readonly password: string;
}

export type DraftAccountOutcome =
  | { readonly kind: 'drafted'; readonly account: Account; readonly key: ApiKey }
  | { readonly kind: 'invalid'; readonly problems: readonly Problem[] }
  | { readonly kind: 'busy' };

/** Validates an application and prepares the account, whatever channel it comes through. Stores nothing. */
export class DraftAccount {
  constructor(
    private readonly passwords: PasswordHashing,
    private readonly gate: HashingGate,
    private readonly sealing: KeySealing,
    private readonly clock: Clock,
    private readonly entropy: Entropy,
  ) {}

  /** The address is that of the client, if there is one. */
  async execute(application: AccountApplication, address = ''): Promise<DraftAccountOutcome> {
    const accepted = examineApplication(application);
    if ('problems' in accepted) return { kind: 'invalid', problems: accepted.problems };

    const passwordHash = await this.gate.enter(address, () => this.passwords.hash(accepted.password));
    if (passwordHash === 'busy') return { kind: 'busy' };

    const createdAt = this.clock.now();
    const id = newAccountId(createdAt, this.entropy.bytes(timedIdEntropyBytes));
    const key = ApiKey.fromEntropy(this.entropy.bytes(ApiKey.entropyBytes));
    const stored = { ...(await this.sealing.seal(key, id)), issuedAt: createdAt };
    const { email, name } = accepted;
    const account = Account.of({ id, email, name, passwordHash, sessionEpoch: 0, key: stored, createdAt });
    return { kind: 'drafted', account, key };
  }
}

/** Reports every problem together, so that a form needs to be corrected only once. */
export function examineApplication(application: AccountApplication) {
  const email = parseEmail(application.email);
  const name = parseDisplayName(application.name);
  // The rules for passwords apply without a valid e-mail and name, too, so the given ones are passed.
  const password = Password.choose(application.password, application);

  if (email && name && password instanceof Password) return { email, name, password };
  return {
    problems: [
      ...(email ? [] : [{ path: 'email', problem: 'malformed' as const, text: EMAIL_RULE }]),
      ...(name ? [] : [{ path: 'name', problem: 'malformed' as const, text: DISPLAY_NAME_RULE }]),
      ...(password instanceof Password ? [] : [{ path: 'password', ...password }]),
    ],
  };
}
