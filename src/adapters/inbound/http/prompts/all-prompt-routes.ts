import Router from '@koa/router';
import type { ListPrompts } from '../../../../application/prompts/list-prompts.ts';
import type { Authenticated } from '../authenticate.ts';
import { type LabelUseCases, labelRoutes } from './label-routes.ts';
import { listRoutes } from './list-routes.ts';
import { type PromptDoor, type PromptUseCases, promptRoutes } from './prompt-routes.ts';
import { type TransferUseCases, transferRoutes } from './transfer-routes.ts';
import { type VersionUseCases, versionRoutes } from './version-routes.ts';

export interface AllPromptUseCases extends PromptUseCases, VersionUseCases, LabelUseCases, TransferUseCases {
  readonly listPrompts: ListPrompts;
}

/** Everything about prompts. It knows nothing of authentication: whoever mounts it sees to `ctx.state.account`. */
export function allPromptRoutes(useCases: AllPromptUseCases, door: PromptDoor): Router<Authenticated> {
  const router = new Router<Authenticated>({ sensitive: true });
  router.use(revalidate);
  router.use(promptRoutes(useCases, door).routes());
  router.use(listRoutes(useCases.listPrompts, door).routes());
  router.use(versionRoutes(useCases, door).routes());
  router.use(labelRoutes(useCases, door).routes());
  router.use(transferRoutes(useCases).routes());
  return router;
}

/** Caches may keep an answer but must ask before they use it. */
async function revalidate(
  ctx: { set(field: string, value: string): void },
  next: () => Promise<unknown>,
): Promise<void> {
  ctx.set('Cache-Control', 'private, no-cache');
  await next();
}
