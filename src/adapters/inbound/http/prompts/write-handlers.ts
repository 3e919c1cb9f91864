import Router from '@koa/router';
import type { Context } from 'koa';
import type { ChangePrompt } from '../../../../application/prompts/change-prompt.ts';
import type { CreatePrompt } from '../../../../application/prompts/create-prompt.ts';
import type { DeletePrompt } from '../../../../application/prompts/delete-prompt.ts';
import type { PutPrompt } from '../../../../application/prompts/put-prompt.ts';
import type { Channel } from '../../../../domain/channel.ts';
import type { Prompt } from '../../../../domain/prompts/prompt.ts';
import type { PromptVersion } from '../../../../domain/prompts/prompt-version.ts';
import type { PromptsOpen } from '../auth/require-key.ts';
import { routePath } from '../request/operation.ts';
import { BODY_BYTES_MAX, readJson } from '../request/read-json.ts';
import { withoutQuery } from '../request/read-query.ts';
import { etagOf, isCreateOnly, preconditionOf } from './etag.ts';
import { readReference, referenceForWrite } from './path-parameters.ts';
import { promptAnswer, writtenAnswer } from './present-prompt.ts';
import { operations } from './prompt-operations.ts';
import { refused } from './prompt-rejections.ts';
import { versionInput } from './request-schemas.ts';

export interface PromptUseCases {
  readonly createPrompt: CreatePrompt;
  readonly putPrompt: PutPrompt;
  readonly changePrompt: ChangePrompt;
  readonly deletePrompt: DeletePrompt;
}

/** Through which door these routes are reached, and the address that links to prompts begin with. */
export interface PromptRouteMount {
  readonly by: Channel;
  readonly base: () => string;
}

export function promptRoutes(useCases: PromptUseCases, { by, base }: PromptRouteMount): Router<PromptsOpen> {
  const { createPrompt, putPrompt, changePrompt, deletePrompt } = useCases;
  const router = new Router<PromptsOpen>({ sensitive: true });

  router.post(routePath(operations.create), withoutQuery, async (ctx) => {
    const { name, description, tags, labels, ...words } = await readJson(ctx, operations.create.body, BODY_BYTES_MAX);
    const input = { ...versionInput(words), name, description, tags, labels };
    const outcome = await createPrompt.execute(ctx.state.account.id, input, by);
    if (outcome.kind !== 'created') throw refused(outcome);
    answerCreated(ctx, base(), outcome.prompt, outcome.version);
  });

  router.put(routePath(operations.put), withoutQuery, async (ctx) => {
    const reference = referenceForWrite(ctx.params['ref']);
    const { name, description, tags, labels, ...words } = await readJson(ctx, operations.put.body, BODY_BYTES_MAX);
    const outcome = await putPrompt.execute(ctx.state.account.id, reference, {
      input: { ...versionInput(words), name, description, tags, labels },
      precondition: preconditionOf(ctx),
      createOnly: isCreateOnly(ctx),
      by,
    });
    switch (outcome.kind) {
      case 'created':
        return answerCreated(ctx, base(), outcome.prompt, outcome.version);
      case 'revised':
        return answerWritten(ctx, outcome.prompt, outcome.version, {});
      case 'unchanged':
        return answerWritten(ctx, outcome.prompt, outcome.version, { unchanged: true });
      default:
        throw refused(outcome);
    }
  });

  router.patch(routePath(operations.change), withoutQuery, async (ctx) => {
    const reference = readReference(ctx.params['ref']);
    const input = await readJson(ctx, operations.change.body, BODY_BYTES_MAX);
    const precondition = preconditionOf(ctx);
    const outcome = await changePrompt.execute(ctx.state.account.id, reference, { input, precondition, by });
    if (outcome.kind !== 'changed') throw refused(outcome);
    ctx.set('ETag', etagOf(outcome.prompt, outcome.prompt.latestVersion));
    ctx.body = { data: promptAnswer(outcome.prompt) };
  });

  router.delete(routePath(operations.remove), withoutQuery, async (ctx) => {
    const reference = readReference(ctx.params['ref']);
    const outcome = await deletePrompt.execute(ctx.state.account.id, reference, preconditionOf(ctx));
    if (outcome.kind !== 'deleted') throw refused(outcome);
    ctx.status = 204;
  });

  return router;
}

function answerCreated(ctx: Context, base: string, prompt: Prompt, version: PromptVersion): void {
  ctx.set('Location', `${base}/prompts/${prompt.id}`);
  answerWritten(ctx, prompt, version, {});
  ctx.status = 201;
}

function answerWritten(ctx: Context, prompt: Prompt, version: PromptVersion, more: { unchanged?: true }): void {
  ctx.set('ETag', etagOf(prompt, version.version));
  ctx.body = { data: { ...writtenAnswer(prompt, version), ...more } };
}
