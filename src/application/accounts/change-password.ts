import { Password, type PasswordOwner, type PasswordProblem } from '../../domain/accounts/password.ts';
import type { Session } from '../../domain/accounts/session.ts';
import type { AccountRepository } from '../ports/account-repository.ts';
import type { HashingGate, PasswordHashing } from '../ports/hashing.ts';
import type { StartedSession, StartSession } from '../sessions/start-session.ts';
import type { CheckPassword, CheckPasswordOutcome } from './check-password.ts';

export interface PasswordChange {
  readonly current: string;
  readonly chosen: string;
  /** The client's network address. */
  readonly address: string;
}

export type ChangePasswordOutcome =
  | ({ readonly kind: 'changed' } & StartedSession)
  | { readonly kind: 'wrong-password' }
  /** The new password breaks a rule. */
  | ({ readonly kind: 'invalid' } & PasswordProblem)
  | Exclude<CheckPasswordOutcome, { readonly kind: 'right' | 'wrong' }>
  /** The password was changed, or the account removed, concurrently. */
  | { readonly kind: 'superseded' };

/**
 * Changes the password of an account. Being signed in is not enough: anyone can use an unlocked screen, but only the
 * owner knows the password. Every session ends, including the current one; the caller continues with a new one.
 */
export class ChangePassword {
  constructor(
    private readonly accounts: AccountRepository,
    private readonly checkPassword: CheckPassword,
    private readonly passwords: PasswordHashing,
    private readonly gate: HashingGate,
    private readonly startSession: StartSession,
  ) {}

  async execute(session: Session, { current, chosen, address }: PasswordChange): Promise<ChangePasswordOutcome> {
    const owner = await this.accounts.find(session.accountId);
    if (!owner) return { kind: 'superseded' };
    const password = examine(chosen, current, owner);
    if (!(password instanceof Password)) return { kind: 'invalid', ...password };

    const checked = await this.checkPassword.execute({ email: owner.email, password: current, address });
    if (checked.kind === 'wrong') return { kind: 'wrong-password' };
    if (checked.kind !== 'right') return checked;

    const hash = await this.gate.enter(address, () => this.passwords.hash(password));
    if (hash === 'busy') return { kind: 'busy' };

    // The account is found by id, not by e-mail, which may belong to another account by now.
    const result = await this.accounts.changePassword(owner.id, checked.account.passwordHash, hash);
    if (result === 'superseded') return { kind: 'superseded' };

    const changed = checked.account.withChangedPassword(hash);
    const started = await this.startSession.execute(changed, { address, userAgent: session.userAgent });
    return { kind: 'changed', ...started };
  }
}

function examine(chosen: string, current: string, owner: PasswordOwner): Password | PasswordProblem {
  const password = Password.choose(chosen, owner);
  const same = password instanceof Password && password.equals(Password.presented(current));
  return same ? { problem: 'unchanged', text: 'must not be the current password' } : password;
}
