import Router from '@koa/router';
import type { ChangeName } from '../../../../application/accounts/change-name.ts';
import type { ChangePassword, ChangePasswordOutcome } from '../../../../application/accounts/change-password.ts';
import { busy, invalid, Rejection, tooManyFailures } from '../../http/errors/rejection.ts';
import { clientAddress } from '../../http/request/client-address.ts';
import { AUTH_BODY_BYTES_MAX, readJson } from '../../http/request/read-json.ts';
import type { SessionState } from '../../http/request/request-state.ts';
import { respondUnauthorized } from '../../http/response/respond-rejection.ts';
import type { SessionCookie } from '../auth/session-cookie.ts';
import { passwordChange, profile } from './account-operations.ts';
import { toAccountResponse } from './account-response.ts';

export interface ProfileUseCases {
  readonly changeName: ChangeName;
  readonly changePassword: ChangePassword;
}

/** Changing the name and the password. */
export function profileRoutes(
  { changeName, changePassword }: ProfileUseCases,
  cookie: SessionCookie,
  trustedHops: number,
): Router<SessionState> {
  const router = new Router<SessionState>({ sensitive: true });

  router.patch('/account', async (ctx) => {
    const { name } = await readJson(ctx, profile, AUTH_BODY_BYTES_MAX);
    const { account } = ctx.state;
    const outcome = await changeName.execute(account.id, name);
    switch (outcome.kind) {
      case 'changed':
        ctx.body = { data: toAccountResponse({ ...account, name: outcome.name }) };
        return;
      case 'invalid':
        throw invalid([{ path: 'name', problem: outcome.problem }]);
      case 'not-found':
        return respondUnauthorized(ctx, false);
      default:
        return outcome satisfies never;
    }
  });

  router.put('/account/password', async (ctx) => {
    const change = await readJson(ctx, passwordChange, AUTH_BODY_BYTES_MAX);
    const address = clientAddress(ctx.req, trustedHops);
    const outcome = await changePassword.execute(ctx.state.session, { ...change, address });
    if (outcome.kind !== 'changed') throw toRejection(outcome);
    cookie.set(ctx, outcome.secret.reveal());
    ctx.status = 204;
  });

  return router;
}

/** A wrong password is an invalid field here: 401 would mean that the session has ended. */
function toRejection(outcome: Exclude<ChangePasswordOutcome, { readonly kind: 'changed' }>): Rejection {
  switch (outcome.kind) {
    case 'wrong-password':
      return invalid([{ path: 'current', problem: 'is wrong' }]);
    case 'invalid':
      return invalid([{ path: 'chosen', problem: outcome.problem }]);
    case 'throttled':
      return tooManyFailures(outcome.waitMs);
    case 'busy':
      return busy();
    case 'superseded':
      return new Rejection('conflict');
  }
}
