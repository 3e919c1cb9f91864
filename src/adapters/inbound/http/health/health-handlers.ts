import Router from '@koa/router';
import type { StorageAdministration } from '../../../../application/ports/storage-administration.ts';
import { unavailable } from '../errors/rejection.ts';

/** For orchestrators: is the process alive, and may it be sent requests? */
export function healthRoutes(storage: StorageAdministration, isDraining: () => boolean): Router {
  const router = new Router({ sensitive: true });

  router.get('/livez', (ctx) => {
    ctx.body = { data: { status: 'alive' } };
  });

  router.get('/readyz', async (ctx) => {
    if (isDraining()) throw unavailable('draining');
    await storage.ping();
    ctx.body = { data: { status: 'ready' } };
  });

  return router;
}
