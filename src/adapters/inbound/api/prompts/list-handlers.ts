import { letOthersRun } from '../../../../application/ports/execution.ts';
import type { PromptPosition } from '../../../../application/ports/prompts/prompt-catalog.ts';
import type { ListCounts } from '../../../../application/prompts/catalog/list-counts.ts';
import type { ListedPrompt, ListPrompts } from '../../../../application/prompts/catalog/list-prompts.ts';
import { folderCursor, promptCursor, tagCursor } from '../../http/request/pagination.ts';
import { pageReader, readQuery } from '../../http/request/read-query.ts';
import { RequestExecution } from '../../http/request/request-execution.ts';
import type { AccountState, RevisionState } from '../../http/request/request-state.ts';
import {
  respondPage,
  respondSerializedPage,
  type SerializedPage,
  serializeJson,
} from '../../http/response/respond-json.ts';
import type { Handle, RouteContext } from '../../http/routes/route.ts';
import { isKnown, respondNotModified, stateEtagOf } from './etag.ts';
import { continueList, type ListRequest, toListRequest } from './operations/list-query.ts';
import { promptOperations } from './operations/prompt-operations.ts';
import { presentReading, summarizePrompt } from './present-prompt.ts';
import { ResponseCache } from './response-cache.ts';
import type { PromptMount } from './write-handlers.ts';

export interface ListServices extends PromptMount {
  readonly listPrompts: ListPrompts;
  readonly listTags: ListCounts;
  readonly listFolders: ListCounts;
}

type Context = RouteContext<RevisionState>;

export const listPrompts = (services: ListServices): Handle<RevisionState> =>
  listRequested(services, pageReader(promptOperations.list.query, toListRequest, continueList));

/** Lists the prompts of the request that `readRequest` finds in the query. */
export function listRequested(
  { listPrompts, publicUrl }: ListServices,
  readRequest: (ctx: Context) => ListRequest,
): Handle<RevisionState> {
  const cache = new ResponseCache<SerializedPage>();

  async function fromStorage(ctx: Context, request: ListRequest) {
    const { query, words, withContent, filters } = request;
    if (!query) return { page: toPage([], null), endedEarly: false };
    const list = async (execution?: RequestExecution) => {
      const found = await listPrompts.execute(ctx.state.account.id, query, withContent, words, execution);
      // A page may be large, and serializing it take as long as reading it.
      if (execution) await letOthersRun(execution);
      return { page: toPage(found.prompts, encodeNext(found.next, filters)), endedEarly: found.endedEarly };
    };
    if (!withContent && words.length === 0) return list();
    const execution = RequestExecution.of(ctx);
    return execution.heavy(() => list(execution));
  }

  return async (ctx) => {
    const request = readRequest(ctx);
    ctx.state.listedLabel = request.listedLabel;
    const etag = stateEtagOf(ctx, request.normalized);
    let page = cache.get(etag);
    if (page || isKnown(ctx, etag)) ctx.state.isSettled = true;
    if (isKnown(ctx, etag)) return respondNotModified(ctx, etag);
    if (!page) {
      const found = await fromStorage(ctx, request);
      // The same request may find more the next time.
      if (found.endedEarly) return respondSerializedPage(ctx, publicUrl(), found.page);
      page = found.page;
      cache.set(etag, page);
    }
    respondSerializedPage(ctx, publicUrl(), page, { etag });
  };
}

export const listTags =
  ({ listTags, publicUrl }: ListServices): Handle<AccountState> =>
  async (ctx) => {
    const { cursor } = readQuery(ctx, promptOperations.tags.query);
    const { counts, next } = await listTags.execute(ctx.state.account.id, cursor);
    const tags = counts.map(({ name, count }) => ({ tag: name, count }));
    respondPage(ctx, publicUrl(), tags, tagCursor.encode(next));
  };

export const listFolders =
  ({ listFolders, publicUrl }: ListServices): Handle<AccountState> =>
  async (ctx) => {
    const { cursor } = readQuery(ctx, promptOperations.folders.query);
    const { counts, next } = await listFolders.execute(ctx.state.account.id, cursor);
    const folders = counts.map(({ name, count }) => ({ folder: name, count }));
    respondPage(ctx, publicUrl(), folders, folderCursor.encode(next));
  };

const encodeNext = (next: PromptPosition | undefined, filters: string): string | null =>
  next ? promptCursor.encode(next, filters) : null;

const toPage = (prompts: readonly ListedPrompt[], nextCursor: string | null): SerializedPage => ({
  body: serializeJson({ data: prompts.map(presentListed), nextCursor }),
  nextCursor,
});

const presentListed = ({ prompt, version, resolved, lock }: ListedPrompt) =>
  version && resolved ? presentReading(prompt, version, resolved, lock) : summarizePrompt(prompt);
