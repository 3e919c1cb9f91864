import { type Execution, runInTurns } from '../../../../application/ports/execution.ts';
import type { DeletePrompt } from '../../../../application/prompts/delete-prompt.ts';
import type { MoveLabels } from '../../../../application/prompts/labels/move-labels.ts';
import type { PutPrompt } from '../../../../application/prompts/put-prompt.ts';
import { runByCost } from '../../../../application/prompts/run-by-cost.ts';
import { foreignLabelOrLatest } from '../../../../domain/naming/foreign-label.ts';
import { LATEST } from '../../../../domain/naming/label.ts';
import { foreignTags } from '../../../../domain/naming/tag.ts';
import { parseVersionNumber } from '../../../../domain/naming/version-selector.ts';
import type { Problem } from '../../../../domain/problem.ts';
import { DEFAULT_LABEL } from '../../../../domain/prompts/prompt.ts';
import { expressPrompt } from '../../../../domain/templates/clients/express-prompt.ts';
import { fromLangfuseText, printCompositionTag } from '../../../../domain/templates/clients/langfuse-text.ts';
import { type ContentInput, parseContentInSteps } from '../../../../domain/templates/prompt-content.ts';
import type { ActorOf } from '../../http/auth/actor-of.ts';
import { BODY_BYTES_MAX, readJson } from '../../http/body/read-json.ts';
import { invalid, Rejection } from '../../http/errors/rejection.ts';
import { readQuery } from '../../http/request/read-query.ts';
import { RequestExecution } from '../../http/request/request-execution.ts';
import type { AccountState, RequestContext } from '../../http/request/request-state.ts';
import { respondJson, serializeJson } from '../../http/response/respond-json.ts';
import type { Handle } from '../../http/routes/route.ts';
import { rejectNotExpressible } from '../template-rejections.ts';
import { rejectLangfuse, rejectMissing } from './langfuse-errors.ts';
import { deleteQuerySchema, type NewPrompt, newLabelsSchema, newPromptSchema } from './langfuse-schemas.ts';
import { presentPrompt } from './present-langfuse.ts';
import { findReference } from './read-handlers.ts';
import { presentWritten, type ServeServices } from './serve-version.ts';

export interface WriteServices extends ServeServices {
  readonly putPrompt: PutPrompt;
  readonly moveLabels: MoveLabels;
  readonly deletePrompt: DeletePrompt;
  readonly actorOf: ActorOf;
}

const FORCE_HEADER = 'X-Prompthold-Force';
const USE_FORCE = `Send the header ${FORCE_HEADER}: true to do so anyway.`;

const isForced = (ctx: RequestContext): boolean => ctx.get(FORCE_HEADER).toLowerCase() === 'true';

export const createPrompt =
  ({ putPrompt, actorOf, ...services }: WriteServices): Handle<AccountState> =>
  async (ctx) => {
    const body = await readJson(ctx, newPromptSchema, BODY_BYTES_MAX);
    const reference = findReference(body.name);
    if (!reference) throw invalid([{ path: 'name', problem: 'malformed' }]);
    const owner = ctx.state.account.id;
    const execution = RequestExecution.of(ctx);
    const request = { input: await toInput(body, execution), force: isForced(ctx), by: actorOf(ctx) };
    const outcome = await putPrompt.execute(owner, reference, request, execution);
    switch (outcome.kind) {
      case 'created':
      case 'revised':
      case 'unchanged': {
        const { prompt, version } = outcome;
        const content = await presentWritten(services, owner, version, execution);
        const written = presentPrompt({ prompt, version, content, graph: undefined }, body.name);
        return respondJson(ctx, serializeJson(written), { status: 201 });
      }
      default:
        throw rejectLangfuse(outcome, body.name, undefined, USE_FORCE);
    }
  };

/** Unlike in our own API, what is left out is not taken over from the version before: Langfuse knows no such rule. */
async function toInput({ prompt, config, tags, labels, isActive, commitMessage }: NewPrompt, execution: Execution) {
  const wanted = [...toLabels(labels ?? [], 'labels'), ...(isActive ? [DEFAULT_LABEL] : [])];
  return {
    content: await toContent(prompt, execution),
    config: config ?? {},
    message: commitMessage ?? undefined,
    tags: tags ? foreignTags(tags) : undefined,
    labels: wanted.filter((label) => label !== LATEST),
  };
}

/** Our labels for theirs. Two that would be one are refused: a client could not tell them apart any more. */
function toLabels(texts: readonly string[], path: string): readonly string[] {
  const labels = texts.map((text) => foreignLabelOrLatest(text) ?? text);
  const problems = labels.flatMap((label, index): Problem[] => {
    const first = labels.indexOf(label);
    if (texts[first] === texts[index]) return [];
    const text = `would be the same label as ${path}.${first}: ${label}`;
    return [{ path: `${path}.${index}`, problem: 'duplicate', text }];
  });
  if (problems.length > 0) throw invalid(problems);
  return labels;
}

/** Refuses what their clients would render differently than we do, so that nobody finds that out in production. */
async function toContent(prompt: NewPrompt['prompt'], execution: Execution): Promise<ContentInput> {
  const content: ContentInput =
    typeof prompt === 'string'
      ? { type: 'text', content: fromLangfuseText(prompt) }
      : {
          type: 'chat',
          messages: prompt.map((message) =>
            'type' in message
              ? { placeholder: message.name }
              : { role: message.role, content: fromLangfuseText(message.content) },
          ),
        };
  const parsed = await runByCost(content, execution, (granted) => runInTurns(parseContentInSteps(content), granted));
  // Content that cannot be parsed is reported with all other problems.
  if (parsed.kind === 'invalid') return content;
  const outcome = expressPrompt(parsed.template, 'langfuse-js', { printInclude: printCompositionTag });
  if (outcome.kind === 'not-expressible') throw rejectNotExpressible(outcome.findings);
  return content;
}

export const addLabels =
  ({ moveLabels, actorOf, ...services }: WriteServices): Handle<AccountState> =>
  async (ctx) => {
    const { name = '', version: text = '' } = ctx.params;
    const { newLabels } = await readJson(ctx, newLabelsSchema, BODY_BYTES_MAX);
    const reference = findReference(name);
    const number = parseVersionNumber(text);
    if (!reference || number === undefined) throw rejectMissing(name, { version: text });
    const owner = ctx.state.account.id;
    const request = {
      labels: toLabels(newLabels, 'newLabels'),
      version: number,
      force: isForced(ctx),
      by: actorOf(ctx),
    };
    const execution = RequestExecution.of(ctx);
    const outcome = await moveLabels.execute(owner, reference, request, execution);
    if (outcome.kind !== 'moved') throw rejectLangfuse(outcome, name, { version: number }, USE_FORCE);
    const { prompt, version } = outcome;
    const content = await presentWritten(services, owner, version, execution);
    respondJson(ctx, serializeJson(presentPrompt({ prompt, version, content, graph: undefined }, name)));
  };

export const deletePrompt =
  ({ deletePrompt, actorOf }: WriteServices): Handle<AccountState> =>
  async (ctx) => {
    const { name = '' } = ctx.params;
    const { version, label } = readQuery(ctx, deleteQuerySchema);
    if (version !== undefined || label !== undefined) {
      throw new Rejection('bad_query', {
        sentence: 'Prompthold keeps every version: delete the whole prompt, or move the label',
      });
    }
    const reference = findReference(name);
    if (!reference) throw rejectMissing(name);
    const outcome = await deletePrompt.execute(ctx.state.account.id, reference, { by: actorOf(ctx) });
    if (outcome.kind !== 'deleted') throw rejectLangfuse(outcome, name, undefined, '');
    ctx.status = 204;
  };
