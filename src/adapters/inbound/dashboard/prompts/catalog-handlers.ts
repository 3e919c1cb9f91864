import type { CountPrompts } from '../../../../application/prompts/catalog/count-prompts.ts';
import { type ListServices, listRequested } from '../../http/prompts/list-handlers.ts';
import { toListRequest } from '../../http/prompts/operations/list-query.ts';
import { queryReader, readQuery } from '../../http/request/read-query.ts';
import type { RevisionState, SessionState } from '../../http/request/request-state.ts';
import type { Handle } from '../../http/request/route.ts';
import { respondData } from '../../http/response/respond-json.ts';
import { catalogOperations } from './catalog-operations.ts';

export interface CatalogServices extends ListServices {
  readonly countPrompts: CountPrompts;
}

export const listCatalog = (services: CatalogServices): Handle<SessionState & RevisionState> =>
  listRequested(services, queryReader(catalogOperations.list.query, toListRequest));

export const countCatalog =
  ({ countPrompts }: CatalogServices): Handle<SessionState> =>
  async (ctx) => {
    const { tag: tags = [], archived, ...filter } = readQuery(ctx, catalogOperations.count.query);
    const isArchived = archived === 'any' ? 'any' : archived === 'true';
    respondData(ctx, {
      count: await countPrompts.execute(ctx.state.account.id, { ...filter, tags, archived: isArchived }),
    });
  };
