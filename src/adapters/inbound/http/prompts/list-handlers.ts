import { hash } from 'node:crypto';
import Router from '@koa/router';
import type { ListFolders } from '../../../../application/prompts/catalog/list-folders.ts';
import type { ListedPrompt, ListPrompts } from '../../../../application/prompts/catalog/list-prompts.ts';
import type { ListTags } from '../../../../application/prompts/catalog/list-tags.ts';
import type { AccountId } from '../../../../domain/accounts/account.ts';
import type { PromptsOpen } from '../auth/require-key.ts';
import { routePath } from '../request/operation.ts';
import { queryReader, readQuery } from '../request/read-query.ts';
import { serializeJson } from '../response/serialize-json.ts';
import { answerNotModified, isKnown } from './etag.ts';
import { type ListQuestion, listQuestion, writeCursor } from './list-query.ts';
import { answerWrittenPage, type SerializedPage } from './list-response.ts';
import { promptAnswer, readingAnswer } from './present-prompt.ts';
import { operations } from './prompt-operations.ts';
import { ResponseCache } from './response-cache.ts';
import type { PromptRouteMount } from './write-handlers.ts';

export interface ListUseCases {
  readonly listPrompts: ListPrompts;
  readonly listTags: ListTags;
  readonly listFolders: ListFolders;
}

export function listRoutes(useCases: ListUseCases, { base }: PromptRouteMount): Router<PromptsOpen> {
  const { listPrompts, listTags, listFolders } = useCases;
  const router = new Router<PromptsOpen>({ sensitive: true });
  const readQuestion = queryReader(operations.list.query, listQuestion);
  const remembered = new ResponseCache<SerializedPage>();

  router.get(routePath(operations.list), async (ctx) => {
    const owner = ctx.state.account.id;
    const question = readQuestion(ctx);
    // The account's revision and the question decide the answer, so both together name it.
    const name = `${owner} ${ctx.state.promptsRevision} ${question.text}`;
    const etag = `"${hash('sha256', name).slice(0, 40)}"`;
    if (isKnown(ctx, etag)) return answerNotModified(ctx, etag);

    let page = remembered.get(etag);
    if (!page) {
      page = await serializedPage(listPrompts, owner, question);
      remembered.keep(etag, page);
    }
    ctx.set('ETag', etag);
    answerWrittenPage(ctx, base(), page);
  });

  router.get(routePath(operations.tags), async (ctx) => {
    readQuery(ctx, operations.tags.query);
    const tags = await listTags.execute(ctx.state.account.id);
    ctx.body = { data: tags.map(({ name, count }) => ({ tag: name, count })), nextCursor: null };
  });

  router.get(routePath(operations.folders), async (ctx) => {
    readQuery(ctx, operations.folders.query);
    const folders = await listFolders.execute(ctx.state.account.id);
    ctx.body = { data: folders.map(({ name, count }) => ({ folder: name, count })), nextCursor: null };
  });

  return router;
}

async function serializedPage(
  listPrompts: ListPrompts,
  owner: AccountId,
  question: ListQuestion,
): Promise<SerializedPage> {
  const { query, withContent, filters } = question;
  if (!query) return page([], null);
  const { prompts, next } = await listPrompts.execute(owner, query, withContent);
  return page(prompts.map(listed), next ? writeCursor(next, filters) : null);
}

const page = (data: readonly unknown[], nextCursor: string | null): SerializedPage => ({
  body: serializeJson({ data, nextCursor }),
  nextCursor,
});

const listed = ({ prompt, version, resolved }: ListedPrompt) =>
  version && resolved ? readingAnswer(prompt, version, resolved) : promptAnswer(prompt);
