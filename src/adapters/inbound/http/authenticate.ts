import type { Middleware } from 'koa';
import type { AuthenticateKey } from '../../../application/keys/authenticate-key.ts';
import type { AccountIdentity } from '../../../domain/account.ts';
import { bearerKey, carriesCredential } from './bearer-key.ts';
import { answerUnauthorized } from './errors.ts';

/** What a route behind `authenticate` may rely on. */
export interface Authenticated {
  account: AccountIdentity;
}

export function authenticate(authenticateKey: AuthenticateKey): Middleware<Authenticated> {
  return async function authenticate(ctx, next) {
    const key = bearerKey(ctx.req);
    const account = key && (await authenticateKey.execute(key));
    if (!account) return answerUnauthorized(ctx, carriesCredential(ctx.req));
    ctx.state.account = account;
    // Outside any try: an error further down is not an authentication failure.
    return next();
  };
}
