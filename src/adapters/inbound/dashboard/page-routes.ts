import Router from '@koa/router';
import type { Middleware } from 'koa';
import type { DashboardPage } from './dashboard-page.ts';
import { isRead } from './static-files.ts';

const PAGES = ['', '/login', '/prompts', '/prompts/:id', '/usage', '/settings'];

export function pageRoutes(page: DashboardPage, signupOpen: boolean): Router {
  const router = new Router({ sensitive: true });

  for (const path of PAGES) router.get(`/dashboard${path}`, (ctx) => page.answer(ctx));
  router.get('/dashboard/setup', (ctx) => page.answer(ctx, (setupOpen) => (setupOpen ? 200 : 404)));
  router.get('/dashboard/signup', (ctx) => page.answer(ctx, () => (signupOpen ? 200 : 404)));
  return router;
}

const UNKNOWN_PAGE = /^\/dashboard\/(?!api(\/|$))/;

/** Addresses that people come with who do not know ours: the way to the dashboard. Programs get the usual answer. */
export function lostVisitors(page: DashboardPage): Middleware {
  return async function lostVisitors(ctx, next) {
    if (!isRead(ctx) || ctx.accepts('json', 'html') !== 'html') return next();
    // Relative: a proxy may have put us further down.
    if (ctx.path === '/') return ctx.redirect('dashboard');
    return UNKNOWN_PAGE.test(ctx.path) ? page.answer(ctx, () => 404) : next();
  };
}
