import type { Context, Middleware } from 'koa';
import type { AuthenticateKey } from '../../../application/keys/authenticate-key.ts';
import type { AccountIdentity } from '../../../domain/account.ts';
import type { PromptRead } from '../../../domain/usage.ts';
import { bearerKey, carriesCredential } from './bearer-key.ts';
import { answerUnauthorized } from './errors.ts';

/** What a route behind `authenticate` may rely on, and what it may leave behind. */
export interface Authenticated {
  account: AccountIdentity;
  /** Which version of which prompt the answer gives out. */
  promptRead?: PromptRead;
}

export function authenticate(authenticateKey: AuthenticateKey): Middleware<Authenticated> {
  return async function authenticate(ctx, next) {
    const key = bearerKey(ctx.req);
    const account = key && (await authenticateKey.execute(key));
    if (!account) return answerUnauthorized(ctx, carriesCredential(ctx.req));
    admit(ctx, account);
    // Outside any try: an error further down is not an authentication failure.
    return next();
  };
}

/** Lets a call in that showed the key of this account. From here on it is one that counts. */
export function admit(ctx: Context, account: AccountIdentity): void {
  ctx.state['account'] = account;
  ctx.state['keyShownAt'] = Date.now();
}
