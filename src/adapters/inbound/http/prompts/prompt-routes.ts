import Router from '@koa/router';
import type { Context } from 'koa';
import type { ChangePrompt } from '../../../../application/prompts/change-prompt.ts';
import type { CreatePrompt } from '../../../../application/prompts/create-prompt.ts';
import type { DeletePrompt } from '../../../../application/prompts/delete-prompt.ts';
import type { PutPrompt } from '../../../../application/prompts/put-prompt.ts';
import type { ReadPrompt } from '../../../../application/prompts/read-prompt.ts';
import { parseLabelOrLatest } from '../../../../domain/label.ts';
import type { MoveDoor } from '../../../../domain/label-move.ts';
import { DEFAULT_CHOICE, type Prompt, type VersionChoice } from '../../../../domain/prompt.ts';
import type { PromptVersion } from '../../../../domain/prompt-version.ts';
import type { Authenticated } from '../authenticate.ts';
import { badRequest } from '../errors.ts';
import { routePath } from '../operation.ts';
import { BODY_BYTES_MAX, readJson } from '../read-json.ts';
import { readQuery } from '../read-query.ts';
import { answerNotModified, etagOf, isCreateOnly, isKnown, namesTags, preconditionOf } from './etag.ts';
import { readReference, writtenReference } from './path-parameters.ts';
import { promptAnswer, readingAnswer, writtenAnswer } from './prompt-answers.ts';
import { operations, type readQuerySchema } from './prompt-operations.ts';
import { refused } from './prompt-refusals.ts';
import { versionInput } from './prompt-requests.ts';

export interface PromptUseCases {
  readonly createPrompt: CreatePrompt;
  readonly readPrompt: ReadPrompt;
  readonly putPrompt: PutPrompt;
  readonly changePrompt: ChangePrompt;
  readonly deletePrompt: DeletePrompt;
}

/** Through which door these routes are reached, and the address that links to prompts begin with. */
export interface PromptDoor {
  readonly by: MoveDoor;
  readonly base: () => string;
}

export function promptRoutes(useCases: PromptUseCases, { by, base }: PromptDoor): Router<Authenticated> {
  const { createPrompt, readPrompt, putPrompt, changePrompt, deletePrompt } = useCases;
  const router = new Router<Authenticated>({ sensitive: true });

  router.get(routePath(operations.read), async (ctx) => {
    const reference = readReference(ctx.params['ref']);
    const { at, ...query } = readQuery(ctx, operations.read.query);
    const choice = choiceOf(query);
    const owner = ctx.state.account.id;
    if (!at && namesTags(ctx)) {
      // One look at the index tells whether the client has it already; the content stays where it is.
      const seen = await readPrompt.glimpse(owner, reference, choice);
      if (seen?.version !== undefined && isKnown(ctx, etagOf(seen, seen.version))) {
        ctx.state.promptRead = { promptId: seen.id, version: seen.version };
        return answerNotModified(ctx, etagOf(seen, seen.version));
      }
    }
    const outcome = await readPrompt.execute(owner, reference, { choice, at });
    if (outcome.kind !== 'read') throw refused(outcome);
    const { prompt, version, resolved } = outcome;
    ctx.state.promptRead = { promptId: prompt.id, version: version.version };
    const etag = etagOf(prompt, version.version);
    if (isKnown(ctx, etag)) return answerNotModified(ctx, etag);
    ctx.set('ETag', etag);
    ctx.body = { data: readingAnswer(prompt, version, resolved) };
  });

  router.post(routePath(operations.create), async (ctx) => {
    const { name, description, tags, labels, ...words } = await readJson(ctx, operations.create.body, BODY_BYTES_MAX);
    const input = { ...versionInput(words), name, description, tags, labels };
    const outcome = await createPrompt.execute(ctx.state.account.id, input, by);
    if (outcome.kind !== 'created') throw refused(outcome);
    answerCreated(ctx, base(), outcome.prompt, outcome.version);
  });

  router.put(routePath(operations.put), async (ctx) => {
    const reference = writtenReference(ctx.params['ref']);
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

  router.patch(routePath(operations.change), async (ctx) => {
    const reference = readReference(ctx.params['ref']);
    const input = await readJson(ctx, operations.change.body, BODY_BYTES_MAX);
    const precondition = preconditionOf(ctx);
    const outcome = await changePrompt.execute(ctx.state.account.id, reference, { input, precondition, by });
    if (outcome.kind !== 'changed') throw refused(outcome);
    ctx.set('ETag', etagOf(outcome.prompt, outcome.prompt.latestVersion));
    ctx.body = { data: promptAnswer(outcome.prompt) };
  });

  router.delete(routePath(operations.remove), async (ctx) => {
    const reference = readReference(ctx.params['ref']);
    const outcome = await deletePrompt.execute(ctx.state.account.id, reference, preconditionOf(ctx));
    if (outcome.kind !== 'deleted') throw refused(outcome);
    ctx.status = 204;
  });

  return router;
}

type Chosen = Omit<ReturnType<(typeof readQuerySchema)['parse']>, 'at'>;

function choiceOf({ label: text, version }: Chosen): VersionChoice {
  if (version !== undefined) return { by: 'version', version };
  if (text === undefined) return DEFAULT_CHOICE;
  const label = parseLabelOrLatest(text);
  if (!label) throw badRequest('bad_query', [{ path: 'label', problem: 'is no label' }]);
  return { by: 'label', label };
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
