import type { Context } from 'koa';
import type { CheckSetup } from '../../../application/setup/check-setup.ts';
import type { Extension, HttpSettings } from '../api/app.ts';
import type { PromptUseCases } from '../api/prompts/prompt-routes.ts';
import type { WebhookUseCases } from '../api/webhooks/webhook-routes.ts';
import { actorThrough } from '../http/auth/actor-of.ts';
import { registerRoutes } from '../http/routes/register-routes.ts';
import type { Handle } from '../http/routes/route.ts';
import type { StreamUseCases } from '../http/streams/open-stream.ts';
import { presentAccount } from './accounts/present-account.ts';
import { requireSession, resumeFromCookie } from './auth/require-session.ts';
import { requireSameOrigin } from './auth/same-origin.ts';
import { SessionCookie } from './auth/session-cookie.ts';
import { DASHBOARD_API_PREFIX, type DashboardServices, dashboardRoutes } from './dashboard-routes.ts';
import { DashboardPage } from './pages/dashboard-page.ts';
import { handleUnknownAddress } from './pages/page-routes.ts';
import { StaticFiles } from './pages/static-files.ts';

/** Services that the dashboard adds to its use cases. */
type Mount = 'cookie' | 'page' | 'actorOf' | 'prefix';

export interface DashboardUseCases
  extends Omit<
    DashboardServices,
    keyof PromptUseCases | keyof StreamUseCases | keyof WebhookUseCases | keyof HttpSettings | Mount
  > {
  readonly checkSetup: CheckSetup;
  readonly prompts: PromptUseCases;
  readonly events: StreamUseCases;
  readonly webhooks: WebhookUseCases;
}

/** Mounts the pages of the dashboard and their API, which requires a session instead of a key. */
export const mountDashboard =
  (useCases: DashboardUseCases): Extension =>
  (app, settings) => {
    const { signupOpen, webhooksEnabled, version, publicUrl, configuredUrl = null } = settings;
    const cookie = new SessionCookie(publicUrl);
    const files = new StaticFiles();
    const info = { version, signupOpen, webhooksEnabled, publicUrl: configuredUrl };
    const findAccount = async (ctx: Context) => {
      const resumed = await resumeFromCookie(ctx, cookie, useCases.resumeSession);
      return resumed && presentAccount(resumed.account);
    };
    const page = new DashboardPage(files, info, useCases.checkSetup, publicUrl, findAccount);
    const services = {
      ...useCases,
      ...useCases.prompts,
      ...useCases.events,
      ...useCases.webhooks,
      ...settings,
      cookie,
      page,
      actorOf: actorThrough('dashboard'),
      prefix: DASHBOARD_API_PREFIX,
    } as const;
    const sameOrigin = requireSameOrigin(publicUrl);
    const session = requireSession(services, cookie);

    registerRoutes(app, dashboardRoutes, services, {
      public: (handle) => sameOrigin(handle as Handle),
      session: (handle, lookUp) => sameOrigin(session(handle, lookUp)),
    });
    app.use(files.serve());
    app.use(handleUnknownAddress(page));
  };
