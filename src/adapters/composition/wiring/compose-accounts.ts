import { ChangeName } from '../../../application/accounts/change-name.ts';
import { ChangePassword } from '../../../application/accounts/change-password.ts';
import { CheckPassword } from '../../../application/accounts/check-password.ts';
import { DeleteAccount } from '../../../application/accounts/delete-account.ts';
import { DraftAccount } from '../../../application/accounts/draft-account.ts';
import { ListAccounts } from '../../../application/accounts/list-accounts.ts';
import { OpenAccount } from '../../../application/accounts/open-account.ts';
import { ResetPassword } from '../../../application/accounts/reset-password.ts';
import { SignUp } from '../../../application/accounts/sign-up.ts';
import { UnblockAccount } from '../../../application/accounts/unblock-account.ts';
import { SignIn } from '../../../application/keys/sign-in.ts';
import { EndOtherSessions } from '../../../application/sessions/end-other-sessions.ts';
import { EndSession } from '../../../application/sessions/end-session.ts';
import { ListSessions } from '../../../application/sessions/list-sessions.ts';
import { ResumeSession } from '../../../application/sessions/resume-session.ts';
import { StartSession } from '../../../application/sessions/start-session.ts';
import { CheckSetup } from '../../../application/setup/check-setup.ts';
import { ClaimSetup } from '../../../application/setup/claim-setup.ts';
import { OfferSetup } from '../../../application/setup/offer-setup.ts';
import { OpenFirstAccount } from '../../../application/setup/open-first-account.ts';
import type { PrometheusMetrics } from '../../inbound/http/metrics/prometheus-metrics.ts';
import type { KeyUseCases } from './compose-keys.ts';
import { countSignIns } from './count-outcomes.ts';
import type { Ports } from './ports.ts';

/** The use cases about accounts, their passwords and sessions, and the setup of the first account. */
export function composeAccounts(ports: Ports, { obtainKey }: KeyUseCases, metrics?: PrometheusMetrics) {
  const { accountRepository: accounts, sessionStore, sessionSecrets, setupTokens, keySealing, clock, entropy } = ports;
  const { passwordHashing, signInGate, signUpGate, signInThrottle, signUpThrottle, rejectionDelay } = ports;
  const draftAccount = new DraftAccount(passwordHashing, signUpGate, keySealing, clock, entropy);
  const openAccount = new OpenAccount(accounts, draftAccount);
  const openFirstAccount = new OpenFirstAccount(accounts, draftAccount);
  const checkSetup = new CheckSetup(accounts);
  const startSession = new StartSession(sessionStore, sessionSecrets, clock, entropy);
  const checkPassword = new CheckPassword(accounts, passwordHashing, signInGate, signInThrottle, rejectionDelay, clock);
  return {
    openAccount,
    signUp: new SignUp(openAccount, signUpThrottle, signInThrottle, clock),
    listAccounts: new ListAccounts(accounts),
    resetPassword: new ResetPassword(accounts, passwordHashing, signInGate),
    deleteAccount: new DeleteAccount(accounts),
    unblockAccount: new UnblockAccount(accounts, signInThrottle, clock),
    changeName: new ChangeName(accounts),
    checkPassword,
    changePassword: new ChangePassword(accounts, checkPassword, passwordHashing, signInGate, startSession),
    signIn: countSignIns(new SignIn(checkPassword, obtainKey), metrics),

    startSession,
    resumeSession: new ResumeSession(sessionStore, sessionSecrets, clock),
    endSession: new EndSession(sessionStore),
    endOtherSessions: new EndOtherSessions(sessionStore),
    listSessions: new ListSessions(sessionStore, clock),

    offerSetup: new OfferSetup(accounts, setupTokens, clock),
    openFirstAccount,
    checkSetup,
    claimSetup: new ClaimSetup(checkSetup, setupTokens, clock, openFirstAccount, signInThrottle),
  };
}
