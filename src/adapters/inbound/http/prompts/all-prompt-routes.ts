import Router from '@koa/router';
import type { ListPrompts } from '../../../../application/prompts/list-prompts.ts';
import type { ReadPrompt } from '../../../../application/prompts/read-prompt.ts';
import type { RenderPrompt } from '../../../../application/prompts/render-prompt.ts';
import type { Authenticated } from '../authenticate.ts';
import { type LabelUseCases, labelRoutes } from './label-routes.ts';
import { listRoutes } from './list-routes.ts';
import { type PromptDoor, type PromptUseCases, promptRoutes } from './prompt-routes.ts';
import { readRoutes } from './read-routes.ts';
import { renderRoutes } from './render-routes.ts';
import { type TransferUseCases, transferRoutes } from './transfer-routes.ts';
import { type VersionUseCases, versionRoutes } from './version-routes.ts';

export interface AllPromptUseCases extends PromptUseCases, VersionUseCases, LabelUseCases, TransferUseCases {
  readonly readPrompt: ReadPrompt;
  readonly listPrompts: ListPrompts;
  readonly renderPrompt: RenderPrompt;
}

/**
 * Everything about prompts. It knows nothing of authentication: whoever mounts it sees to `ctx.state.account`.
 *
 * A router tries all its routes on every request. So what programs ask for all day has a small one, to be mounted first.
 */
export function allPromptRoutes(useCases: AllPromptUseCases, door: PromptDoor): readonly Router<Authenticated>[] {
  const frequent = [
    readRoutes(useCases.readPrompt),
    listRoutes(useCases.listPrompts, door),
    renderRoutes(useCases.renderPrompt),
  ];
  const others = [
    promptRoutes(useCases, door),
    versionRoutes(useCases, door),
    labelRoutes(useCases, door),
    transferRoutes(useCases),
  ];
  return [revalidated(frequent), revalidated(others)];
}

/** Caches may keep an answer but must ask before they use it. */
function revalidated(routers: readonly Router<Authenticated>[]): Router<Authenticated> {
  const router = new Router<Authenticated>({ sensitive: true });
  router.use((ctx, next) => {
    ctx.set('Cache-Control', 'private, no-cache');
    return next();
  });
  for (const routes of routers) router.use(routes.routes());
  return router;
}
