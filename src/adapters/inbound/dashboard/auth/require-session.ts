import type { PromptReader } from '../../../../application/ports/prompts/prompt-reader.ts';
import type { ResumeSession } from '../../../../application/sessions/resume-session.ts';
import { handleWhileValid } from '../../http/auth/handle-while-valid.ts';
import type { GuardedState, RequestContext, RevisionState, SessionState } from '../../http/request/request-state.ts';
import { respondUnauthorized } from '../../http/response/respond-unauthorized.ts';
import type { Guard, RouteContext } from '../../http/routes/route.ts';
import type { SessionCookie } from './session-cookie.ts';

interface SessionLookup {
  readonly resumeSession: ResumeSession;
  readonly readPromptsState: PromptReader['readState'];
}

/** Lets requests through that carry the cookie of a live session. */
export const requireSession =
  ({ resumeSession, readPromptsState }: SessionLookup, cookie: SessionCookie): Guard =>
  (handle, { needsRevision, isRead }) =>
    async function requireSession(ctx) {
      const state = ctx.state as SessionState & RevisionState;
      const resumed = await resumeFromCookie(ctx, cookie, resumeSession);
      if (!resumed) {
        if (cookie.read(ctx) !== undefined) cookie.clear(ctx);
        return respondUnauthorized(ctx, false);
      }
      state.account = resumed.account;
      state.session = resumed.session;
      state.credential = { kind: 'session', epoch: resumed.session.epoch };
      // Nothing is caught: an error of the handler must not look like an ended session.
      try {
        if (needsRevision) state.promptsState = await readPromptsState(resumed.account.id);
        const isStillValid = async () => (await resumeFromCookie(ctx, cookie, resumeSession)) !== undefined;
        if (await handleWhileValid(ctx as RouteContext<GuardedState>, handle, { isRead }, isStillValid)) return;
        cookie.clear(ctx);
        respondUnauthorized(ctx, false);
      } finally {
        // API clients may cache responses; a browser that others may use must not. Last, also for rejections,
        // because the route may have set something else.
        ctx.state.cacheControl = 'no-store';
      }
    };

/** The session and its account, unless the cookie is missing or its session is over. */
export async function resumeFromCookie(ctx: RequestContext, cookie: SessionCookie, resumeSession: ResumeSession) {
  const secret = cookie.read(ctx);
  return secret === undefined ? undefined : resumeSession.execute(secret);
}
