import type { Context, Middleware } from 'koa';
import type { AuthenticateKey } from '../../../../application/keys/authenticate-key.ts';
import type { AccountIdentity } from '../../../../domain/accounts/account.ts';
import type { PromptRead } from '../../../../domain/usage/usage.ts';
import { answerUnauthorized } from '../errors/rejection.ts';
import { bearerKey, carriesCredential } from './bearer-key.ts';

/** What a route behind `authenticate` may rely on, and what it may leave behind. */
export interface Authenticated {
  account: AccountIdentity;
  /** Which version of which prompt the answer gives out. */
  promptRead?: PromptRead;
}

/** What a route behind `openPrompts` may rely on. */
export interface PromptsOpen extends Authenticated {
  /** Of the account, when the call was let in: equal revisions mean that all its prompts are the same. */
  promptsRevision: number;
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

export function openPrompts(authenticateKey: AuthenticateKey): Middleware<PromptsOpen> {
  return async function openPrompts(ctx, next) {
    const key = bearerKey(ctx.req);
    const owner = key && (await authenticateKey.withRevision(key));
    if (!owner) return answerUnauthorized(ctx, carriesCredential(ctx.req));
    admit(ctx, owner.account);
    ctx.state.promptsRevision = owner.promptsRevision;
    return next();
  };
}

/** Lets a call in that showed the key of this account. From here on it is one that counts. */
export function admit(ctx: Context, account: AccountIdentity): void {
  ctx.state['account'] = account;
  ctx.state['keyShownAt'] = Date.now();
}
