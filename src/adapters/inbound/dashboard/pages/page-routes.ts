import Router from '@koa/router';
import type { Middleware } from 'koa';
import type { DashboardPage } from './dashboard-page.ts';
import { isRead } from './static-files.ts';

const PAGES = ['', '/login', '/prompts', '/prompts/:id', '/usage', '/settings'];

export function pageRoutes(page: DashboardPage, signupOpen: boolean): Router {
  const router = new Router({ sensitive: true });

  for (const path of PAGES) router.get(`/dashboard${path}`, (ctx) => page.respond(ctx));
  router.get('/dashboard/setup', (ctx) => page.respond(ctx, (setupOpen) => (setupOpen ? 200 : 404)));
  router.get('/dashboard/signup', (ctx) => page.respond(ctx, () => (signupOpen ? 200 : 404)));
  return router;
}

const UNKNOWN_PAGE = /^\/dashboard\/(?!api(\/|$))/;

/** Leads browsers from unknown addresses to the dashboard. API clients get the usual 404. */
export function handleUnknownAddress(page: DashboardPage): Middleware {
  return async function handleUnknownAddress(ctx, next) {
    if (!isRead(ctx) || ctx.accepts('json', 'html') !== 'html') return next();
    // Relative, because a proxy may serve us below a path.
    if (ctx.path === '/') return ctx.redirect('dashboard');
    return UNKNOWN_PAGE.test(ctx.path) ? page.respond(ctx, () => 404) : next();
  };
}
