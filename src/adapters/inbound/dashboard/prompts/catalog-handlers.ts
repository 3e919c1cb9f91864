import type { PromptCatalog } from '../../../../application/ports/prompts/prompt-catalog.ts';
import type { FindLocks } from '../../../../application/prompts/labels/find-locks.ts';
import { type ListServices, listRequested } from '../../api/prompts/list-handlers.ts';
import { continueList, toListRequest } from '../../api/prompts/operations/list-query.ts';
import { pageReader, readQuery } from '../../http/request/read-query.ts';
import { RequestExecution } from '../../http/request/request-execution.ts';
import type { RevisionState, SessionState } from '../../http/request/request-state.ts';
import { respondData } from '../../http/response/respond-json.ts';
import type { Handle } from '../../http/routes/route.ts';
import { catalogOperations } from './catalog-operations.ts';

export interface CatalogServices extends ListServices {
  readonly countPrompts: PromptCatalog['count'];
  readonly findLockedPrompts: FindLocks['findLocked'];
}

export const listCatalog = (services: CatalogServices): Handle<SessionState & RevisionState> =>
  listRequested(services, pageReader(catalogOperations.list.query, toListRequest, continueList));

/** Heavy, because Redis reads every prompt of the account for it. */
export const countCatalog =
  ({ countPrompts }: CatalogServices): Handle<SessionState> =>
  async (ctx) => {
    const { tag: tags = [], archived, ...filter } = readQuery(ctx, catalogOperations.count.query);
    const isArchived = archived === 'any' ? 'any' : archived === 'true';
    const count = await RequestExecution.of(ctx).heavy(() =>
      countPrompts(ctx.state.account.id, { ...filter, tags, archived: isArchived }),
    );
    respondData(ctx, { count });
  };

/** Heavy, because it reads every prompt that has the label and includes others. */
export const listLocked =
  ({ findLockedPrompts }: CatalogServices): Handle<SessionState> =>
  async (ctx) => {
    const { label } = readQuery(ctx, catalogOperations.locked.query);
    const execution = RequestExecution.of(ctx);
    const locked = await execution.heavy(() => findLockedPrompts(ctx.state.account.id, label, execution));
    respondData(ctx, locked);
  };
