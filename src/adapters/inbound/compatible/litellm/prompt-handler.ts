import type { FlattenPrompt, FlattenPromptOutcome } from '../../../../application/prompts/flatten-prompt.ts';
import { expressPrompt } from '../../../../domain/templates/clients/express-prompt.ts';
import type { Message, PromptContent } from '../../../../domain/templates/prompt-content.ts';
import { RequestExecution } from '../../http/request/request-execution.ts';
import { type RevisionState, reportReadTo } from '../../http/request/request-state.ts';
import type { Handle, RouteContext } from '../../http/routes/route.ts';
import { CachedResponses, type ReadResponse } from '../cached-responses.ts';
import { rejectFlattening, rejectNotExpressible } from '../template-rejections.ts';
import { findModel, findParameters } from './model-settings.ts';
import { readPromptRequest } from './prompt-request.ts';

export interface PromptServices {
  readonly flattenPrompt: FlattenPrompt;
}

type Flattened = Extract<FlattenPromptOutcome, { readonly kind: 'flattened' }>;

export function readPrompt(services: PromptServices): Handle<RevisionState> {
  const responses = new CachedResponses();
  return (ctx) => responses.respond(ctx, '', () => buildResponse(ctx, services));
}

async function buildResponse(
  ctx: RouteContext<RevisionState>,
  { flattenPrompt }: PromptServices,
): Promise<ReadResponse> {
  const { promptId, name, reference, choice } = readPromptRequest(ctx);
  if (!reference) throw rejectFlattening({ kind: 'not-found' }, name);
  const execution = RequestExecution.of(ctx);
  const outcome = await flattenPrompt.execute(ctx.state.account.id, reference, choice, execution, reportReadTo(ctx));
  if (outcome.kind !== 'flattened') {
    throw rejectFlattening(outcome, reference.by === 'id' ? reference.id : reference.name);
  }
  const { prompt, version, resolved } = outcome;
  return {
    body: {
      prompt_id: promptId,
      prompt_template: toMessages(express(outcome)),
      prompt_template_model: findModel(version.config),
      prompt_template_optional_params: findParameters(version.config),
    },
    read: { promptId: prompt.id, version: version.version, label: resolved.label },
  };
}

function express({ template, variables }: Flattened): PromptContent {
  const expressed = expressPrompt(template, 'litellm', { declared: variables.map(({ name }) => name) });
  if (expressed.kind === 'not-expressible') throw rejectNotExpressible(expressed.findings);
  return expressed.content;
}

/** LiteLLM appends the messages of its caller, so that placeholders are left out. */
const toMessages = (content: PromptContent): readonly Message[] =>
  content.type === 'text'
    ? [{ role: 'system', content: content.content }]
    : content.messages.flatMap((message) => ('placeholder' in message ? [] : [message]));
