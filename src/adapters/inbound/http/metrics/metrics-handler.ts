import Router from '@koa/router';
import type { HttpMetrics } from './http-metrics.ts';

/** For Prometheus. It asks for no key, as Prometheus expects: the numbers name no account, and a proxy can keep it inside. */
export function metricsRoutes(metrics: HttpMetrics): Router {
  const router = new Router({ sensitive: true });

  router.get('/metrics', async (ctx) => {
    ctx.body = await metrics.text();
    ctx.set('Content-Type', metrics.contentType);
  });

  return router;
}
