import type { Middleware } from 'koa';
import type { ResumeSession } from '../../../../application/sessions/resume-session.ts';
import type { SessionState } from '../../http/request/request-state.ts';
import { respondUnauthorized } from '../../http/response/respond-rejection.ts';
import type { SessionCookie } from './session-cookie.ts';

export function requireSession(resumeSession: ResumeSession, cookie: SessionCookie): Middleware<SessionState> {
  return async function requireSession(ctx, next) {
    const secret = cookie.read(ctx);
    const resumed = secret === undefined ? undefined : await resumeSession.execute(secret);
    if (!resumed) {
      if (secret !== undefined) cookie.clear(ctx);
      return respondUnauthorized(ctx, false);
    }
    ctx.state.account = resumed.account;
    ctx.state.session = resumed.session;
    // Outside any try: an error in a route must not look like an ended session.
    return next();
  };
}
