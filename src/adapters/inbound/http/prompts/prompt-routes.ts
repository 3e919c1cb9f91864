import type Router from '@koa/router';
import type { Context, Next } from 'koa';
import type { ListFolders } from '../../../../application/prompts/catalog/list-folders.ts';
import type { ListPrompts } from '../../../../application/prompts/catalog/list-prompts.ts';
import type { ListTags } from '../../../../application/prompts/catalog/list-tags.ts';
import type { ReadPromptsRevision } from '../../../../application/prompts/catalog/read-prompts-revision.ts';
import type { ReadPrompt } from '../../../../application/prompts/read-prompt.ts';
import type { ReadPromptHead } from '../../../../application/prompts/read-prompt-head.ts';
import type { RenderPrompt } from '../../../../application/prompts/render-prompt.ts';
import type { PromptsOpen } from '../auth/require-key.ts';
import { guardRoutes } from '../server/register-routes.ts';
import { type LabelUseCases, labelRoutes } from './label-handlers.ts';
import { listRoutes } from './list-handlers.ts';
import { readRoutes } from './read-handler.ts';
import { renderRoutes } from './render-handler.ts';
import { type TransferUseCases, transferRoutes } from './transfer-handlers.ts';
import { type VersionUseCases, versionRoutes } from './version-handlers.ts';
import { type PromptRouteMount, type PromptUseCases, promptRoutes } from './write-handlers.ts';

export interface AllPromptUseCases extends PromptUseCases, VersionUseCases, LabelUseCases, TransferUseCases {
  readonly readPrompt: ReadPrompt;
  readonly readPromptHead: ReadPromptHead;
  readonly listPrompts: ListPrompts;
  readonly listTags: ListTags;
  readonly listFolders: ListFolders;
  readonly readPromptsRevision: ReadPromptsRevision;
  readonly renderPrompt: RenderPrompt;
}

/** A router tries all its routes on every request. So what programs ask for all day has a small one, to be mounted first. */
export interface AllPromptRoutes {
  readonly frequent: Router<PromptsOpen>;
  readonly others: Router<PromptsOpen>;
}

/** Everything about prompts. It knows nothing of authentication: whoever mounts it sees to what `PromptsOpen` promises. */
export function allPromptRoutes(useCases: AllPromptUseCases, door: PromptRouteMount): AllPromptRoutes {
  const frequent = [
    readRoutes(useCases.readPrompt, useCases.readPromptHead),
    listRoutes(useCases, door),
    renderRoutes(useCases.renderPrompt),
  ];
  const others = [
    promptRoutes(useCases, door),
    versionRoutes(useCases, door),
    labelRoutes(useCases, door),
    transferRoutes(useCases),
  ];
  return { frequent: guardRoutes([revalidated], frequent), others: guardRoutes([revalidated], others) };
}

/** Caches may keep an answer but must ask before they use it. */
function revalidated(ctx: Context, next: Next): Promise<unknown> {
  ctx.set('Cache-Control', 'private, no-cache');
  return next();
}
