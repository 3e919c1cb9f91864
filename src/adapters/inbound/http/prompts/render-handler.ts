import type { RenderPrompt } from '../../../../application/prompts/render-prompt.ts';
import { parseLabelOrLatest } from '../../../../domain/prompts/naming/label.ts';
import { DEFAULT_CHOICE, type VersionChoice } from '../../../../domain/prompts/prompt.ts';
import { invalid, Rejection } from '../errors/rejection.ts';
import { describeValues } from '../errors/variable-sentences.ts';
import { BODY_BYTES_MAX, readJson } from '../request/read-json.ts';
import { type AccountState, reportReadTo } from '../request/request-state.ts';
import { RequestWork } from '../request/request-work.ts';
import type { Handle } from '../request/route.ts';
import { respondData } from '../response/respond-json.ts';
import { promptOperations } from './operations/prompt-operations.ts';
import { readReference } from './path-parameters.ts';
import { type NameSuggestions, rejectIncludes, rejectLargeRendering, rejectPrompt } from './prompt-rejections.ts';
import type { PromptMount } from './write-handlers.ts';

export interface RenderServices extends PromptMount, NameSuggestions {
  readonly renderPrompt: RenderPrompt;
}

/** With its charset, because some clients ask for exactly that. */
const PLAIN_TEXT = 'text/plain; charset=utf-8';

export const renderPrompt =
  ({ renderPrompt, heavyWork, ...suggestions }: RenderServices): Handle<AccountState> =>
  async (ctx) => {
    const reference = readReference(ctx.params['ref']);
    const body = await readJson(ctx, promptOperations.render.body, BODY_BYTES_MAX);
    const input = { ...body, choice: choiceOf(body) };
    const work = RequestWork.of(ctx, heavyWork);
    const outcome = await renderPrompt.execute(ctx.state.account.id, reference, input, work, reportReadTo(ctx));
    switch (outcome.kind) {
      case 'rendered': {
        const { rendered, config, version, hash } = outcome;
        if (rendered.type === 'text' && ctx.accepts('json', PLAIN_TEXT) === PLAIN_TEXT) {
          ctx.set('Content-Type', PLAIN_TEXT);
          ctx.body = Buffer.from(rendered.text);
          return;
        }
        const { type: _, ...result } = rendered;
        respondData(ctx, { ...result, config, version, hash });
        return;
      }
      case 'variables-invalid':
        throw new Rejection('variables_invalid', {
          sentence: describeValues(outcome.problems, outcome.declared),
          details: outcome.problems,
        });
      case 'includes-invalid':
        throw rejectIncludes(outcome.problems);
      case 'too-large':
        throw rejectLargeRendering(outcome.limit);
      default:
        throw await rejectPrompt(ctx, outcome, suggestions);
    }
  };

function choiceOf({
  label: text,
  version,
}: {
  label?: string | undefined;
  version?: number | undefined;
}): VersionChoice {
  if (version !== undefined) return { by: 'version', version };
  if (text === undefined) return DEFAULT_CHOICE;
  const label = parseLabelOrLatest(text);
  if (!label) throw invalid([{ path: 'label', problem: 'malformed' }]);
  return { by: 'label', label };
}
