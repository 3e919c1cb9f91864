import Router from '@koa/router';
import type { Context } from 'koa';
import type { CheckPassword } from '../../../../application/accounts/check-password.ts';
import type { OpenAccount } from '../../../../application/accounts/open-account.ts';
import type { EndSession } from '../../../../application/sessions/end-session.ts';
import type { ResumeSession } from '../../../../application/sessions/resume-session.ts';
import type { StartSession } from '../../../../application/sessions/start-session.ts';
import type { ClaimSetup } from '../../../../application/setup/claim-setup.ts';
import type { Account } from '../../../../domain/accounts/account.ts';
import { rejectApplication } from '../../http/accounts/account-handler.ts';
import { busy, Rejection, tooManyFailures } from '../../http/errors/rejection.ts';
import { clientAddress } from '../../http/request/client-address.ts';
import { AUTH_BODY_BYTES_MAX, readJson } from '../../http/request/read-json.ts';
import { respondUnauthorized } from '../../http/response/respond-rejection.ts';
import type { SessionCookie } from '../auth/session-cookie.ts';
import { application, credentials, setup } from './account-operations.ts';
import { toAccountResponse } from './account-response.ts';

export interface EntryUseCases {
  readonly checkPassword: CheckPassword;
  readonly startSession: StartSession;
  readonly resumeSession: ResumeSession;
  readonly endSession: EndSession;
  readonly openAccount: OpenAccount;
  readonly claimSetup: ClaimSetup;
}

interface EntrySettings {
  readonly trustedHops: number;
  readonly signupOpen: boolean;
}

/** Signing in and out, signing up and the first account. */
export function entryRoutes(useCases: EntryUseCases, cookie: SessionCookie, settings: EntrySettings): Router {
  const { checkPassword, startSession, resumeSession, endSession, openAccount, claimSetup } = useCases;
  const router = new Router({ sensitive: true });
  const address = (ctx: Context): string => clientAddress(ctx.req, settings.trustedHops);

  async function startSessionFor(ctx: Context, account: Account): Promise<void> {
    const started = await startSession.execute(account, { address: address(ctx), userAgent: ctx.get('User-Agent') });
    cookie.set(ctx, started.secret.reveal());
    ctx.body = { data: toAccountResponse(account) };
  }

  router.post('/session', async (ctx) => {
    const { email, password } = await readJson(ctx, credentials, AUTH_BODY_BYTES_MAX);
    const outcome = await checkPassword.execute({ email, password, address: address(ctx) });
    switch (outcome.kind) {
      case 'right':
        return startSessionFor(ctx, outcome.account);
      case 'wrong':
        return respondUnauthorized(ctx, false);
      case 'throttled':
        throw tooManyFailures(outcome.waitMs);
      case 'busy':
        throw busy();
      default:
        return outcome satisfies never;
    }
  });

  router.delete('/session', async (ctx) => {
    const secret = cookie.read(ctx);
    const resumed = secret === undefined ? undefined : await resumeSession.execute(secret);
    if (resumed) await endSession.execute(resumed.account.id, resumed.session.id);
    cookie.clear(ctx);
    ctx.status = 204;
  });

  router.post('/setup', async (ctx) => {
    const { token, ...applicant } = await readJson(ctx, setup, AUTH_BODY_BYTES_MAX);
    const outcome = await claimSetup.execute(token, applicant);
    switch (outcome.kind) {
      case 'opened':
        ctx.status = 201;
        return startSessionFor(ctx, outcome.account);
      case 'already-set-up':
        throw new Rejection('not_found');
      case 'token-invalid':
        throw new Rejection('setup_token_invalid');
      case 'token-expired':
        throw new Rejection('setup_token_expired');
      default:
        throw rejectApplication(outcome);
    }
  });

  if (settings.signupOpen) {
    router.post('/accounts', async (ctx) => {
      const outcome = await openAccount.execute(await readJson(ctx, application, AUTH_BODY_BYTES_MAX));
      if (outcome.kind !== 'opened') throw rejectApplication(outcome);
      ctx.status = 201;
      await startSessionFor(ctx, outcome.account);
    });
  }

  return router;
}
