import type { ChangePrompt } from '../../../../application/prompts/change-prompt.ts';
import type { CreatePrompt } from '../../../../application/prompts/create-prompt.ts';
import type { DeletePrompt } from '../../../../application/prompts/delete-prompt.ts';
import type { PutPrompt } from '../../../../application/prompts/put-prompt.ts';
import type { Prompt } from '../../../../domain/prompts/prompt.ts';
import type { PromptVersion } from '../../../../domain/prompts/prompt-version.ts';
import type { ActorOf } from '../../http/auth/actor-of.ts';
import { BODY_BYTES_MAX, readJson } from '../../http/body/read-json.ts';
import { RequestExecution } from '../../http/request/request-execution.ts';
import type { AccountState, RequestContext } from '../../http/request/request-state.ts';
import { respondData } from '../../http/response/respond-json.ts';
import type { Handle } from '../../http/routes/route.ts';
import { etagOf, isCreateOnly, preconditionOf } from './etag.ts';
import { promptOperations } from './operations/prompt-operations.ts';
import { versionInput } from './operations/request-schemas.ts';
import { readReference, referenceForWrite } from './path-parameters.ts';
import { presentWritten, summarizePrompt } from './present-prompt.ts';
import { type NameSuggestions, rejectExisting, rejectPrompt, rejectTakenName } from './prompt-rejections.ts';

/** Settings that depend on where the routes are mounted. */
export interface PromptMount {
  readonly actorOf: ActorOf;
  /** The start of every link. */
  readonly publicUrl: () => string;
  /** Prefix of all paths of the prompt routes. */
  readonly prefix: string;
}

export interface WriteServices extends PromptMount, NameSuggestions {
  readonly createPrompt: CreatePrompt;
  readonly putPrompt: PutPrompt;
  readonly changePrompt: ChangePrompt;
  readonly deletePrompt: DeletePrompt;
}

export const createPrompt =
  ({ createPrompt, actorOf, publicUrl, prefix, ...suggestions }: WriteServices): Handle<AccountState> =>
  async (ctx) => {
    const { name, description, tags, labels, ...content } = await readJson(
      ctx,
      promptOperations.create.body,
      BODY_BYTES_MAX,
    );
    const input = { ...versionInput(content), name, description, tags, labels };
    const outcome = await createPrompt.execute(ctx.state.account.id, input, actorOf(ctx), RequestExecution.of(ctx));
    if (outcome.kind === 'name-taken') throw rejectTakenName(name);
    if (outcome.kind !== 'created') throw await rejectPrompt(ctx, outcome, suggestions);
    respondCreated(ctx, `${publicUrl()}${prefix}`, outcome.prompt, outcome.version);
  };

export const putPrompt =
  ({ putPrompt, actorOf, publicUrl, prefix, ...suggestions }: WriteServices): Handle<AccountState> =>
  async (ctx) => {
    const reference = referenceForWrite(ctx.params['ref']);
    const { name, description, tags, labels, force, ...content } = await readJson(
      ctx,
      promptOperations.put.body,
      BODY_BYTES_MAX,
    );
    const request = {
      input: { ...versionInput(content), name, description, tags, labels },
      precondition: preconditionOf(ctx),
      createOnly: isCreateOnly(ctx),
      force,
      by: actorOf(ctx),
    };
    const execution = RequestExecution.of(ctx);
    const outcome = await putPrompt.execute(ctx.state.account.id, reference, request, execution);
    switch (outcome.kind) {
      case 'created':
        return respondCreated(ctx, `${publicUrl()}${prefix}`, outcome.prompt, outcome.version);
      case 'revised':
        return respondWritten(ctx, outcome.prompt, outcome.version, {});
      case 'unchanged':
        return respondWritten(ctx, outcome.prompt, outcome.version, { unchanged: true });
      default:
        if (outcome.kind === 'precondition-failed' && request.createOnly) throw rejectExisting(ctx.params['ref']);
        throw await rejectPrompt(ctx, outcome, suggestions);
    }
  };

export const changePrompt =
  ({ changePrompt, actorOf, ...suggestions }: WriteServices): Handle<AccountState> =>
  async (ctx) => {
    const reference = readReference(ctx.params['ref']);
    const input = await readJson(ctx, promptOperations.change.body, BODY_BYTES_MAX);
    const precondition = preconditionOf(ctx);
    const request = { input, precondition, by: actorOf(ctx) };
    const execution = RequestExecution.of(ctx);
    const outcome = await changePrompt.execute(ctx.state.account.id, reference, request, execution);
    if (outcome.kind === 'name-taken') throw rejectTakenName(input.name ?? '');
    if (outcome.kind !== 'changed') throw await rejectPrompt(ctx, outcome, suggestions);
    const headers = ['ETag', etagOf(outcome.prompt, outcome.prompt.latestVersion)];
    respondData(ctx, summarizePrompt(outcome.prompt), { headers });
  };

export const deletePrompt =
  ({ deletePrompt, actorOf, ...suggestions }: WriteServices): Handle<AccountState> =>
  async (ctx) => {
    const reference = readReference(ctx.params['ref']);
    const request = { precondition: preconditionOf(ctx), by: actorOf(ctx) };
    const execution = RequestExecution.of(ctx);
    const outcome = await deletePrompt.execute(ctx.state.account.id, reference, request, execution);
    if (outcome.kind !== 'deleted') throw await rejectPrompt(ctx, outcome, suggestions);
    ctx.status = 204;
  };

function respondCreated(ctx: RequestContext, base: string, prompt: Prompt, version: PromptVersion): void {
  const headers = ['ETag', etagOf(prompt, version.version), 'Location', `${base}/prompts/${prompt.id}`];
  respondData(ctx, presentWritten(prompt, version), { status: 201, headers });
}

function respondWritten(ctx: RequestContext, prompt: Prompt, version: PromptVersion, more: { unchanged?: true }): void {
  const headers = ['ETag', etagOf(prompt, version.version)];
  respondData(ctx, { ...presentWritten(prompt, version), ...more }, { headers });
}
