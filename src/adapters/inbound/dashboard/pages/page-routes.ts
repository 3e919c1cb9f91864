import type { Middleware } from 'koa';
import type { Handle, Route } from '../../http/routes/route.ts';
import type { DashboardPage } from './dashboard-page.ts';
import { isRead } from './static-files.ts';

export interface PageServices {
  readonly page: DashboardPage;
  readonly signupOpen: boolean;
}

const PAGES = [
  '',
  '/login',
  '/prompts',
  '/prompts/{id}',
  '/labels',
  '/activity',
  '/webhooks',
  '/usage',
  '/connect',
  '/settings',
];

const pageRoute = (path: string, handle: (services: PageServices) => Handle): Route<PageServices, 'public'> => ({
  operation: { method: 'get', path: `/dashboard${path}`, ignoresQuery: true },
  guard: 'public',
  handle,
});

export const pageRoutes: readonly Route<PageServices, 'public'>[] = [
  ...PAGES.map((path) => pageRoute(path, sendPage)),
  pageRoute('/setup', sendSetupPage),
  pageRoute('/signup', sendSignupPage),
];

function sendPage({ page }: PageServices): Handle {
  return (ctx) => page.respond(ctx);
}

function sendSetupPage({ page }: PageServices): Handle {
  return (ctx) => page.respond(ctx, (setupOpen) => (setupOpen ? 200 : 404));
}

function sendSignupPage({ page, signupOpen }: PageServices): Handle {
  return (ctx) => page.respond(ctx, () => (signupOpen ? 200 : 404));
}

const UNKNOWN_PAGE = /^\/dashboard\/(?!api(\/|$))/;

/** A prompt by its name, as users type it; the page finds out whether it exists. */
const PROMPT_BY_NAME = /^\/dashboard\/prompts\/./;

/** Leads browsers from unknown addresses to the dashboard. API clients get the usual 404. */
export function handleUnknownAddress(page: DashboardPage): Middleware {
  return async function handleUnknownAddress(ctx, next) {
    if (!isRead(ctx) || ctx.accepts('json', 'html') !== 'html') return next();
    // Relative, because a proxy may serve us below a path.
    if (ctx.path === '/') return ctx.redirect('dashboard');
    if (!UNKNOWN_PAGE.test(ctx.path)) return next();
    return page.respond(ctx, () => (PROMPT_BY_NAME.test(ctx.path) ? 200 : 404));
  };
}
