import type { Middleware } from 'koa';
import type { ResumeSession } from '../../../application/sessions/resume-session.ts';
import type { Account } from '../../../domain/accounts/account.ts';
import type { Session } from '../../../domain/accounts/session.ts';
import { answerUnauthorized } from '../http/errors/rejection.ts';
import type { SessionCookie } from './session-cookie.ts';

/** The request state of every route that requires a session. */
export interface SignedIn {
  account: Account;
  session: Session;
}

export function requireSession(resumeSession: ResumeSession, cookie: SessionCookie): Middleware<SignedIn> {
  return async function requireSession(ctx, next) {
    const secret = cookie.read(ctx);
    const resumed = secret === undefined ? undefined : await resumeSession.execute(secret);
    if (!resumed) {
      if (secret !== undefined) cookie.clear(ctx);
      return answerUnauthorized(ctx, false);
    }
    ctx.state.account = resumed.account;
    ctx.state.session = resumed.session;
    // Outside any try: an error in a route must not look like an ended session.
    return next();
  };
}
