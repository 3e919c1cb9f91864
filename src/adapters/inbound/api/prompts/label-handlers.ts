import type { ListLabelMoves } from '../../../../application/prompts/labels/list-label-moves.ts';
import type { CurrentLabel, ListLabels } from '../../../../application/prompts/labels/list-labels.ts';
import type { MoveLabel } from '../../../../application/prompts/labels/move-label.ts';
import type { RemoveLabel } from '../../../../application/prompts/labels/remove-label.ts';
import type { RollBackLabel } from '../../../../application/prompts/labels/roll-back-label.ts';
import type { LabelMove } from '../../../../domain/prompts/label-move.ts';
import type { Prompt } from '../../../../domain/prompts/prompt.ts';
import { BODY_BYTES_MAX, readJson, readOptionalJson } from '../../http/body/read-json.ts';
import { labelMoveCursor } from '../../http/request/pagination.ts';
import { readQuery } from '../../http/request/read-query.ts';
import { RequestExecution } from '../../http/request/request-execution.ts';
import type { AccountState, RequestContext } from '../../http/request/request-state.ts';
import { respondData, respondPage } from '../../http/response/respond-json.ts';
import type { Handle } from '../../http/routes/route.ts';
import { etagOf, preconditionOf } from './etag.ts';
import { labelOperations } from './operations/label-operations.ts';
import { labelForWrite, readLabel, readReference } from './path-parameters.ts';
import { presentLabelMove, presentMovedLabel } from './present-prompt.ts';
import { type NameSuggestions, rejectPrompt } from './prompt-rejections.ts';
import { presentBroken } from './prompt-sentences.ts';
import type { PromptMount } from './write-handlers.ts';

export interface LabelServices extends PromptMount, NameSuggestions {
  readonly moveLabel: MoveLabel;
  readonly removeLabel: RemoveLabel;
  readonly rollBackLabel: RollBackLabel;
  readonly listLabels: ListLabels;
  readonly listLabelMoves: ListLabelMoves;
}

export const moveLabel =
  ({ moveLabel, actorOf, ...suggestions }: LabelServices): Handle<AccountState> =>
  async (ctx) => {
    const reference = readReference(ctx.params['ref']);
    const label = labelForWrite(ctx.params['label']);
    const body = await readJson(ctx, labelOperations.move.body, BODY_BYTES_MAX);
    const request = { ...body, label, precondition: preconditionOf(ctx), by: actorOf(ctx) };
    const execution = RequestExecution.of(ctx);
    const outcome = await moveLabel.execute(ctx.state.account.id, reference, request, execution);
    if (outcome.kind !== 'moved') throw await rejectPrompt(ctx, outcome, suggestions);
    respondMoved(ctx, outcome.prompt, outcome.move);
  };

export const removeLabel =
  ({ removeLabel, actorOf, ...suggestions }: LabelServices): Handle<AccountState> =>
  async (ctx) => {
    const reference = readReference(ctx.params['ref']);
    const request = { label: labelForWrite(ctx.params['label']), precondition: preconditionOf(ctx), by: actorOf(ctx) };
    const outcome = await removeLabel.execute(ctx.state.account.id, reference, request, RequestExecution.of(ctx));
    if (outcome.kind !== 'removed') throw await rejectPrompt(ctx, outcome, suggestions);
    ctx.status = 204;
  };

export const rollBackLabel =
  ({ rollBackLabel, actorOf, ...suggestions }: LabelServices): Handle<AccountState> =>
  async (ctx) => {
    const reference = readReference(ctx.params['ref']);
    const label = labelForWrite(ctx.params['label']);
    const precondition = preconditionOf(ctx);
    const { from } = await readOptionalJson(ctx, labelOperations.rollBack.body);
    const request = { label, from, precondition, by: actorOf(ctx) };
    const outcome = await rollBackLabel.execute(ctx.state.account.id, reference, request, RequestExecution.of(ctx));
    if (outcome.kind !== 'moved') throw await rejectPrompt(ctx, outcome, suggestions);
    const { details: breaking, others } = presentBroken(outcome.broken);
    respondMoved(ctx, outcome.prompt, outcome.move, { breaking, ...(others > 0 && { others }) });
  };

export const listLabels =
  ({ listLabels, ...suggestions }: LabelServices): Handle<AccountState> =>
  async (ctx) => {
    const reference = readReference(ctx.params['ref']);
    readQuery(ctx, labelOperations.list.query);
    const outcome = await listLabels.execute(ctx.state.account.id, reference);
    if (outcome.kind !== 'listed') throw await rejectPrompt(ctx, outcome, suggestions);
    respondData(ctx, outcome.labels.map(presentLabel));
  };

export const readPromptLabel =
  ({ listLabels, ...suggestions }: LabelServices): Handle<AccountState> =>
  async (ctx) => {
    const reference = readReference(ctx.params['ref']);
    const label = readLabel(ctx.params['label']);
    readQuery(ctx, labelOperations.read.query);
    const outcome = await listLabels.execute(ctx.state.account.id, reference, label);
    if (outcome.kind !== 'listed') throw await rejectPrompt(ctx, outcome, suggestions);
    respondData(ctx, outcome.labels.map(presentLabel)[0]);
  };

export const listLabelMoves =
  ({ listLabelMoves, publicUrl, ...suggestions }: LabelServices): Handle<AccountState> =>
  async (ctx) => {
    const reference = readReference(ctx.params['ref']);
    const label = readLabel(ctx.params['label']);
    const { limit, cursor: before } = readQuery(ctx, labelOperations.history.query);
    const outcome = await listLabelMoves.execute(ctx.state.account.id, reference, label, { before, limit });
    if (outcome.kind !== 'listed') throw await rejectPrompt(ctx, outcome, suggestions);
    const { moves, next } = outcome;
    respondPage(ctx, publicUrl(), moves.map(presentLabelMove), labelMoveCursor.encode(next));
  };

const presentLabel = ({ label, version, movedAt, isProtected }: CurrentLabel) => ({
  label,
  version,
  movedAt: movedAt.toISOString(),
  protected: isProtected,
});

function respondMoved(ctx: RequestContext, prompt: Prompt, move: LabelMove, impact = {}): void {
  ctx.set('ETag', etagOf(prompt, move.version ?? prompt.latestVersion));
  ctx.body = { data: { ...presentMovedLabel(move), ...impact } };
}
