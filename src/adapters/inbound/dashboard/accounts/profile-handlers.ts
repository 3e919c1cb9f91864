import type { ChangeName } from '../../../../application/accounts/change-name.ts';
import type { ChangePassword, ChangePasswordOutcome } from '../../../../application/accounts/change-password.ts';
import { AUTH_BODY_BYTES_MAX, readJson } from '../../http/body/read-json.ts';
import { busy, invalid, Rejection, tooManyFailures } from '../../http/errors/rejection.ts';
import { clientAddress } from '../../http/request/client-address.ts';
import type { SessionState } from '../../http/request/request-state.ts';
import { respondUnauthorized } from '../../http/response/respond-unauthorized.ts';
import type { Handle } from '../../http/routes/route.ts';
import type { SessionCookie } from '../auth/session-cookie.ts';
import { accountOperations } from './account-operations.ts';
import { presentAccount } from './present-account.ts';

export interface ProfileServices {
  readonly changeName: ChangeName;
  readonly changePassword: ChangePassword;
  readonly cookie: SessionCookie;
  readonly trustedHops: number;
}

export const changeName =
  ({ changeName }: ProfileServices): Handle<SessionState> =>
  async (ctx) => {
    const { name } = await readJson(ctx, accountOperations.changeName.body, AUTH_BODY_BYTES_MAX);
    const { account } = ctx.state;
    const outcome = await changeName.execute(account.id, name, ctx.state.credential);
    switch (outcome.kind) {
      case 'changed':
        ctx.body = { data: presentAccount({ ...account, name: outcome.name }) };
        return;
      case 'invalid':
        throw invalid(outcome.problems);
      case 'not-found':
        return respondUnauthorized(ctx, false);
      default:
        return outcome satisfies never;
    }
  };

export const changePassword =
  ({ changePassword, cookie, trustedHops }: ProfileServices): Handle<SessionState> =>
  async (ctx) => {
    const change = await readJson(ctx, accountOperations.changePassword.body, AUTH_BODY_BYTES_MAX);
    const address = clientAddress(ctx.req, trustedHops);
    const outcome = await changePassword.execute(ctx.state.session, { ...change, address });
    if (outcome.kind !== 'changed') throw rejectPasswordChange(outcome);
    cookie.set(ctx, outcome.secret.reveal());
    ctx.status = 204;
  };

/** A wrong password is an invalid field here: 401 would mean that the session has ended. */
function rejectPasswordChange(outcome: Exclude<ChangePasswordOutcome, { readonly kind: 'changed' }>): Rejection {
  switch (outcome.kind) {
    case 'wrong-password':
      return invalid([{ path: 'current', problem: 'wrong' }], 'The current password is wrong.');
    case 'invalid':
      return invalid(
        [{ path: 'chosen', problem: outcome.problem, text: outcome.text }],
        `The new password ${outcome.text}.`,
      );
    case 'throttled':
      return tooManyFailures(outcome.waitMs);
    case 'busy':
      return busy();
    case 'superseded':
      return new Rejection('conflict', {
        sentence: 'Another request changed the password at the same time. Sign in again.',
      });
  }
}
