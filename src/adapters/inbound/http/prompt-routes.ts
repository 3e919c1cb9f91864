import Router from '@koa/router';
import type { Authenticated } from './authenticate.ts';
import { answerPage } from './pages.ts';

/** No account has prompts yet. */
export function promptRoutes(publicUrl: () => string): Router<Authenticated> {
  const router = new Router<Authenticated>({ sensitive: true });

  router.get('/prompts', (ctx) => {
    ctx.set('Cache-Control', 'private, no-cache');
    answerPage(ctx, publicUrl(), [], null);
  });

  return router;
}
