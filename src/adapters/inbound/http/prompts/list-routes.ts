import Router from '@koa/router';
import type { ListedPrompt, ListPrompts } from '../../../../application/prompts/list-prompts.ts';
import type { Authenticated } from '../authenticate.ts';
import { routePath } from '../operation.ts';
import { readQuery } from '../read-query.ts';
import { answerList } from './answer-list.ts';
import { answerNotModified, isKnown } from './etag.ts';
import { digest, normalized, promptQuery, writeCursor } from './list-query.ts';
import { promptAnswer, readingAnswer } from './prompt-answers.ts';
import { operations } from './prompt-operations.ts';
import type { PromptDoor } from './prompt-routes.ts';

export function listRoutes(listPrompts: ListPrompts, { base }: PromptDoor): Router<Authenticated> {
  const router = new Router<Authenticated>({ sensitive: true });

  router.get(routePath(operations.list), async (ctx) => {
    const owner = ctx.state.account.id;
    const question = readQuery(ctx, operations.list.query);
    const query = promptQuery(question);
    // The account's revision and the question decide the answer, so both together name it.
    const etag = `"${digest([owner, await listPrompts.revisionOf(owner), normalized(question)]).slice(0, 40)}"`;
    if (isKnown(ctx, etag)) return answerNotModified(ctx, etag);

    ctx.set('ETag', etag);
    if (!query) return answerList(ctx, base(), [], null);
    const { prompts, next } = await listPrompts.execute(owner, query, question.include === 'content');
    answerList(ctx, base(), prompts.map(listed), next ? writeCursor(next, question) : null);
  });

  router.get(routePath(operations.tags), async (ctx) => {
    readQuery(ctx, operations.tags.query);
    const tags = await listPrompts.tags(ctx.state.account.id);
    ctx.body = { data: tags.map(({ name, count }) => ({ tag: name, count })), nextCursor: null };
  });

  router.get(routePath(operations.folders), async (ctx) => {
    readQuery(ctx, operations.folders.query);
    const folders = await listPrompts.folders(ctx.state.account.id);
    ctx.body = { data: folders.map(({ name, count }) => ({ folder: name, count })), nextCursor: null };
  });

  return router;
}

const listed = ({ prompt, version, resolved }: ListedPrompt) =>
  version && resolved ? readingAnswer(prompt, version, resolved) : promptAnswer(prompt);
