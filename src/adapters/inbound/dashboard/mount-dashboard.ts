import Router from '@koa/router';
import type { Middleware, Next } from 'koa';
import type { ReadPromptsRevision } from '../../../application/prompts/catalog/read-prompts-revision.ts';
import type { CheckSetup } from '../../../application/setup/check-setup.ts';
import type { SummarizeUsage } from '../../../application/usage/summarize-usage.ts';
import { type PromptUseCases, promptRoutes } from '../http/prompts/prompt-routes.ts';
import type { GuardedState, SessionState } from '../http/request/request-state.ts';
import { atPrefix, type Guard, type RouteContext, withSession } from '../http/request/route.ts';
import type { Extension } from '../http/server/app.ts';
import { registerRoutes } from '../http/server/register-routes.ts';
import { statsRoutes } from '../http/stats/stats-handler.ts';
import { type EntryUseCases, entryRoutes } from './accounts/entry-handlers.ts';
import { type ProfileUseCases, profileRoutes } from './accounts/profile-handlers.ts';
import { requireSession } from './auth/require-session.ts';
import { sameOrigin } from './auth/same-origin.ts';
import { SessionCookie } from './auth/session-cookie.ts';
import { type KeyUseCases, keyRoutes } from './keys/key-handlers.ts';
import { DashboardPage } from './pages/dashboard-page.ts';
import { handleUnknownAddress, pageRoutes } from './pages/page-routes.ts';
import { StaticFiles } from './pages/static-files.ts';
import { type SessionUseCases, sessionRoutes } from './sessions/session-handlers.ts';

export interface DashboardUseCases extends EntryUseCases, SessionUseCases, ProfileUseCases, KeyUseCases {
  readonly checkSetup: CheckSetup;
  readonly summarizeUsage: SummarizeUsage;
  readonly prompts: PromptUseCases;
}

const API = '/dashboard/api';

/** Mounts the pages of the dashboard and their API, which requires a session instead of a key. */
export const mountDashboard =
  (useCases: DashboardUseCases): Extension =>
  (app, { trustedHops, signupOpen, version, publicUrl }) => {
    const cookie = new SessionCookie(publicUrl);
    const files = new StaticFiles();
    const page = new DashboardPage(files, { version, signupOpen }, useCases.checkSetup);

    const open = new Router({ prefix: API, sensitive: true });
    open.use(sameOrigin(publicUrl), entryRoutes(useCases, cookie, { trustedHops, signupOpen }).routes());

    const signedIn = new Router<SessionState>({ prefix: API, sensitive: true });
    signedIn.use(sameOrigin(publicUrl), requireSession(useCases.resumeSession, cookie), forbidCaching);
    signedIn.use(sessionRoutes(useCases).routes());
    signedIn.use(profileRoutes(useCases, cookie, trustedHops).routes());
    signedIn.use(keyRoutes(useCases, { trustedHops, publicUrl }).routes());

    app.use(open.routes());
    app.use(signedIn.routes());
    const session = sessionGuard(
      [sameOrigin(publicUrl), requireSession(useCases.resumeSession, cookie), forbidCaching],
      useCases.prompts.readPromptsRevision,
    );
    const services = { ...useCases, ...useCases.prompts, by: 'dashboard', base: () => `${publicUrl()}${API}` } as const;
    registerRoutes(app, atPrefix(API, withSession(promptRoutes)), services, { session });
    registerRoutes(app, atPrefix(API, withSession(statsRoutes)), services, { session });
    app.use(pageRoutes(page, signupOpen).routes());
    app.use(files.serve());
    app.use(handleUnknownAddress(page));
  };

/** Runs the middleware, and then the handler. A session does not come with the revision of the prompts, as a key does. */
function sessionGuard(steps: readonly Middleware<SessionState>[], readPromptsRevision: ReadPromptsRevision): Guard {
  return (handle, needsRevision) => (context) => {
    const ctx = context as RouteContext<GuardedState>;
    const last = async (): Promise<unknown> => {
      if (needsRevision) ctx.state.promptsRevision = await readPromptsRevision.execute(ctx.state.account.id);
      return handle(ctx);
    };
    return steps.reduceRight<Next>((next, step) => async () => step(ctx, next), last)();
  };
}

/** API clients may cache responses; a browser that others may use must not. */
const forbidCaching: Middleware = async (ctx, next) => {
  try {
    await next();
  } finally {
    // In `finally`, because a rejection may follow after the handler has set the header.
    ctx.set('Cache-Control', 'no-store');
  }
};
