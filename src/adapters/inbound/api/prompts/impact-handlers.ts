import { insideHeavy } from '../../../../application/ports/execution.ts';
import type { FindImpact } from '../../../../application/prompts/impact/find-impact.ts';
import type { ListIncluders } from '../../../../application/prompts/impact/list-includers.ts';
import type { Problem } from '../../../../domain/problem.ts';
import { BODY_BYTES_MAX, readJson } from '../../http/body/read-json.ts';
import { includerCursor } from '../../http/request/pagination.ts';
import { readQuery } from '../../http/request/read-query.ts';
import { RequestExecution } from '../../http/request/request-execution.ts';
import type { AccountState } from '../../http/request/request-state.ts';
import { respondJson, respondPage, serializeJson } from '../../http/response/respond-json.ts';
import type { Handle } from '../../http/routes/route.ts';
import { impactOperations } from './operations/impact-operations.ts';
import { versionInput } from './operations/request-schemas.ts';
import { readReference } from './path-parameters.ts';
import { presentImpact, presentIncluder } from './present-prompt.ts';
import { type NameSuggestions, rejectPrompt } from './prompt-rejections.ts';
import type { PromptMount } from './write-handlers.ts';

export interface ImpactServices extends PromptMount, NameSuggestions {
  readonly listIncluders: ListIncluders;
  readonly findImpact: FindImpact;
}

export const listIncluders =
  ({ listIncluders, publicUrl, ...suggestions }: ImpactServices): Handle<AccountState> =>
  async (ctx) => {
    const reference = readReference(ctx.params['ref']);
    const { limit, cursor: after } = readQuery(ctx, impactOperations.includers.query);
    const execution = RequestExecution.of(ctx);
    const outcome = await execution.heavy(() =>
      listIncluders.execute(ctx.state.account.id, reference, { after, limit }, insideHeavy(execution)),
    );
    if (outcome.kind !== 'listed') throw await rejectPrompt(ctx, outcome, suggestions);
    respondPage(ctx, publicUrl(), outcome.includers.map(presentIncluder), includerCursor.encode(outcome.next));
  };

export const findImpact =
  ({ findImpact, ...suggestions }: ImpactServices): Handle<AccountState> =>
  async (ctx) => {
    const reference = readReference(ctx.params['ref']);
    const { version, label, ...body } = await readJson(ctx, impactOperations.impact.body, BODY_BYTES_MAX);
    const change = version === undefined ? { input: versionInput(body) } : { version };
    const request = { ...change, labels: label === undefined ? [] : [label] };
    const execution = RequestExecution.of(ctx);
    const outcome = await execution.heavy(() =>
      findImpact.execute(ctx.state.account.id, reference, request, insideHeavy(execution)),
    );
    switch (outcome.kind) {
      case 'found':
        return respondJson(ctx, serializeJson(presentImpact(outcome)));
      case 'invalid':
        throw await rejectPrompt(ctx, { ...outcome, problems: outcome.problems.map(atLabel) }, suggestions);
      default:
        throw await rejectPrompt(ctx, outcome, suggestions);
    }
  };

/** The use case takes a list of labels. */
const atLabel = (problem: Problem): Problem => (problem.path === 'labels.0' ? { ...problem, path: 'label' } : problem);
