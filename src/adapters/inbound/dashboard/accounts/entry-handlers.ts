import type { CheckPassword } from '../../../../application/accounts/check-password.ts';
import type { SignUp } from '../../../../application/accounts/sign-up.ts';
import type { ReplaceLostKey } from '../../../../application/keys/replace-lost-key.ts';
import type { EndSession } from '../../../../application/sessions/end-session.ts';
import type { ResumeSession } from '../../../../application/sessions/resume-session.ts';
import type { StartSession } from '../../../../application/sessions/start-session.ts';
import type { ClaimSetup } from '../../../../application/setup/claim-setup.ts';
import type { Account } from '../../../../domain/accounts/account.ts';
import { rejectApplication } from '../../api/accounts/account-handler.ts';
import { refuseSignIn } from '../../api/accounts/token-handlers.ts';
import { AUTH_BODY_BYTES_MAX, readJson } from '../../http/body/read-json.ts';
import { Rejection } from '../../http/errors/rejection.ts';
import { clientAddress } from '../../http/request/client-address.ts';
import type { Handle, RouteContext } from '../../http/routes/route.ts';
import { resumeFromCookie } from '../auth/require-session.ts';
import type { SessionCookie } from '../auth/session-cookie.ts';
import { accountOperations } from './account-operations.ts';
import { presentAccount } from './present-account.ts';

interface SessionStart {
  readonly startSession: StartSession;
  readonly cookie: SessionCookie;
  readonly trustedHops: number;
}

export interface EntryServices extends SessionStart {
  readonly checkPassword: CheckPassword;
  readonly replaceLostKey: ReplaceLostKey;
  readonly resumeSession: ResumeSession;
  readonly endSession: EndSession;
  readonly signUp: SignUp;
  readonly claimSetup: ClaimSetup;
  readonly signupOpen: boolean;
}

export const signIn =
  ({ checkPassword, replaceLostKey, ...start }: EntryServices): Handle =>
  async (ctx) => {
    const { email, password } = await readJson(ctx, accountOperations.signIn.body, AUTH_BODY_BYTES_MAX);
    const address = clientAddress(ctx.req, start.trustedHops);
    const outcome = await checkPassword.execute({ email, password, address });
    if (outcome.kind !== 'right') return refuseSignIn(ctx, outcome);
    const isKeyReplaced = await replaceLostKey.execute(outcome.account, { by: 'dashboard', address });
    await respondSignedIn(ctx, start, outcome.account, isKeyReplaced);
  };

export const signOut =
  ({ resumeSession, endSession, cookie }: EntryServices): Handle =>
  async (ctx) => {
    const resumed = await resumeFromCookie(ctx, cookie, resumeSession);
    if (resumed) await endSession.execute(resumed.account.id, resumed.session.id);
    cookie.clear(ctx);
    ctx.status = 204;
  };

export const readOwnAccount =
  ({ resumeSession, cookie }: EntryServices): Handle =>
  async (ctx) => {
    const resumed = await resumeFromCookie(ctx, cookie, resumeSession);
    if (!resumed && cookie.read(ctx) !== undefined) cookie.clear(ctx);
    ctx.body = { data: resumed ? presentAccount(resumed.account) : null };
  };

export const setUp =
  ({ claimSetup, ...start }: EntryServices): Handle =>
  async (ctx) => {
    const { token, ...applicant } = await readJson(ctx, accountOperations.setUp.body, AUTH_BODY_BYTES_MAX);
    const outcome = await claimSetup.execute(token, applicant, clientAddress(ctx.req, start.trustedHops));
    switch (outcome.kind) {
      case 'opened':
        ctx.status = 201;
        return respondSignedIn(ctx, start, outcome.account);
      case 'already-set-up':
        throw new Rejection('not_found', { sentence: 'This installation is already set up. Sign in instead.' });
      case 'token-invalid':
        throw new Rejection('setup_token_invalid');
      case 'token-expired':
        throw new Rejection('setup_token_expired');
      default:
        throw rejectApplication(outcome);
    }
  };

export const signUp =
  ({ signUp, ...start }: EntryServices): Handle =>
  async (ctx) => {
    const application = await readJson(ctx, accountOperations.signUp.body, AUTH_BODY_BYTES_MAX);
    const outcome = await signUp.execute(application, clientAddress(ctx.req, start.trustedHops));
    if (outcome.kind !== 'opened') throw rejectApplication(outcome);
    ctx.status = 201;
    await respondSignedIn(ctx, start, outcome.account);
  };

async function respondSignedIn(
  ctx: RouteContext,
  { startSession, cookie, trustedHops }: SessionStart,
  account: Account,
  isKeyReplaced = false,
): Promise<void> {
  const origin = { address: clientAddress(ctx.req, trustedHops), userAgent: ctx.get('User-Agent') };
  const started = await startSession.execute(account, origin);
  cookie.set(ctx, started.secret.reveal());
  ctx.body = { data: { ...presentAccount(account), ...(isKeyReplaced && { isKeyReplaced }) } };
}
