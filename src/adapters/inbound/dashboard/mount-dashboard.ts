import Router from '@koa/router';
import type { Middleware } from 'koa';
import type { ReadPromptsRevision } from '../../../application/prompts/catalog/read-prompts-revision.ts';
import type { CheckSetup } from '../../../application/setup/check-setup.ts';
import type { SummarizeUsage } from '../../../application/usage/summarize-usage.ts';
import type { PromptsOpen } from '../http/auth/require-key.ts';
import { type AllPromptUseCases, allPromptRoutes } from '../http/prompts/prompt-routes.ts';
import type { Door } from '../http/server/app.ts';
import { guardRoutes } from '../http/server/register-routes.ts';
import { statsRoutes } from '../http/stats/stats-handler.ts';
import { DashboardPage } from './dashboard-page.ts';
import { type EntryUseCases, entryRoutes } from './entry-routes.ts';
import { type KeyUseCases, keyRoutes } from './key-routes.ts';
import { handleUnknownAddress, pageRoutes } from './page-routes.ts';
import { type ProfileUseCases, profileRoutes } from './profile-routes.ts';
import { requireSession, type SignedIn } from './require-session.ts';
import { sameOrigin } from './same-origin.ts';
import { SessionCookie } from './session-cookie.ts';
import { type SessionUseCases, sessionRoutes } from './session-routes.ts';
import { StaticFiles } from './static-files.ts';

export interface DashboardUseCases extends EntryUseCases, SessionUseCases, ProfileUseCases, KeyUseCases {
  readonly checkSetup: CheckSetup;
  readonly summarizeUsage: SummarizeUsage;
  readonly prompts: AllPromptUseCases;
}

const API = '/dashboard/api';

/** Mounts the pages of the dashboard and their API, which requires a session instead of a key. */
export const mountDashboard =
  (useCases: DashboardUseCases): Door =>
  (app, { trustedHops, signupOpen, version, publicUrl }) => {
    const cookie = new SessionCookie(publicUrl);
    const files = new StaticFiles();
    const page = new DashboardPage(files, { version, signupOpen }, useCases.checkSetup);

    const open = new Router({ prefix: API, sensitive: true });
    open.use(sameOrigin(publicUrl), entryRoutes(useCases, cookie, { trustedHops, signupOpen }).routes());

    const signedIn = new Router<SignedIn>({ prefix: API, sensitive: true });
    signedIn.use(sameOrigin(publicUrl), requireSession(useCases.resumeSession, cookie), forbidCaching);
    signedIn.use(sessionRoutes(useCases).routes());
    signedIn.use(profileRoutes(useCases, cookie, trustedHops).routes());
    signedIn.use(keyRoutes(useCases, { trustedHops, publicUrl }).routes());
    signedIn.use(statsRoutes(useCases.summarizeUsage).routes());
    const door = { by: 'dashboard', base: () => `${publicUrl()}${API}` } as const;
    const { frequent, others } = allPromptRoutes(useCases.prompts, door);
    signedIn.use(guardRoutes([withRevision(useCases.prompts.readPromptsRevision)], [frequent, others]).routes());

    app.use(open.routes());
    app.use(signedIn.routes());
    app.use(pageRoutes(page, signupOpen).routes());
    app.use(files.serve());
    app.use(handleUnknownAddress(page));
  };

/** Prompt routes need the revision, which only comes with a key, not with a session. */
function withRevision(readPromptsRevision: ReadPromptsRevision): Middleware<PromptsOpen> {
  return async function withRevision(ctx, next) {
    ctx.state.promptsRevision = await readPromptsRevision.execute(ctx.state.account.id);
    return next();
  };
}

/** API clients may cache responses; a browser that others may use must not. */
const forbidCaching: Middleware = async (ctx, next) => {
  try {
    await next();
  } finally {
    // In `finally`, because a rejection may follow after the route has set the header.
    ctx.set('Cache-Control', 'no-store');
  }
};
