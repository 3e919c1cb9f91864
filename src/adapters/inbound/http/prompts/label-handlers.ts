import Router from '@koa/router';
import type { Context } from 'koa';
import type { ListLabelMoves } from '../../../../application/prompts/labels/list-label-moves.ts';
import type { MoveLabel } from '../../../../application/prompts/labels/move-label.ts';
import type { RemoveLabel } from '../../../../application/prompts/labels/remove-label.ts';
import type { RollBackLabel } from '../../../../application/prompts/labels/roll-back-label.ts';
import type { LabelMove } from '../../../../domain/prompts/label-move.ts';
import type { Prompt } from '../../../../domain/prompts/prompt.ts';
import type { PromptsOpen } from '../auth/require-key.ts';
import { routePath } from '../request/operation.ts';
import { BODY_BYTES_MAX, readJson, readNoFields } from '../request/read-json.ts';
import { readQuery, withoutQuery } from '../request/read-query.ts';
import { etagOf, preconditionOf } from './etag.ts';
import { answerList } from './list-response.ts';
import { labelForWrite, readLabel, readReference } from './path-parameters.ts';
import { labelMoveAnswer, movedLabelAnswer } from './present-prompt.ts';
import { operations } from './prompt-operations.ts';
import { refused } from './prompt-rejections.ts';
import type { PromptRouteMount } from './write-handlers.ts';

export interface LabelUseCases {
  readonly moveLabel: MoveLabel;
  readonly removeLabel: RemoveLabel;
  readonly rollBackLabel: RollBackLabel;
  readonly listLabelMoves: ListLabelMoves;
}

export function labelRoutes(useCases: LabelUseCases, { by, base }: PromptRouteMount): Router<PromptsOpen> {
  const { moveLabel, removeLabel, rollBackLabel, listLabelMoves } = useCases;
  const router = new Router<PromptsOpen>({ sensitive: true });

  router.put(routePath(operations.moveLabel), withoutQuery, async (ctx) => {
    const reference = readReference(ctx.params['ref']);
    const label = labelForWrite(ctx.params['label']);
    const body = await readJson(ctx, operations.moveLabel.body, BODY_BYTES_MAX);
    const request = { ...body, label, precondition: preconditionOf(ctx), by };
    const outcome = await moveLabel.execute(ctx.state.account.id, reference, request);
    if (outcome.kind !== 'moved') throw refused(outcome);
    answerMoved(ctx, outcome.prompt, outcome.move);
  });

  router.delete(routePath(operations.removeLabel), withoutQuery, async (ctx) => {
    const reference = readReference(ctx.params['ref']);
    const request = { label: labelForWrite(ctx.params['label']), precondition: preconditionOf(ctx), by };
    const outcome = await removeLabel.execute(ctx.state.account.id, reference, request);
    if (outcome.kind !== 'removed') throw refused(outcome);
    ctx.status = 204;
  });

  router.post(routePath(operations.rollBack), withoutQuery, async (ctx) => {
    const reference = readReference(ctx.params['ref']);
    const request = { label: labelForWrite(ctx.params['label']), precondition: preconditionOf(ctx), by };
    await readNoFields(ctx);
    const outcome = await rollBackLabel.execute(ctx.state.account.id, reference, request);
    if (outcome.kind !== 'moved') throw refused(outcome);
    answerMoved(ctx, outcome.prompt, outcome.move);
  });

  router.get(routePath(operations.labelHistory), async (ctx) => {
    const reference = readReference(ctx.params['ref']);
    const label = readLabel(ctx.params['label']);
    const { limit, cursor } = readQuery(ctx, operations.labelHistory.query);
    const before = cursor === undefined ? undefined : new Date(cursor);
    const outcome = await listLabelMoves.execute(ctx.state.account.id, reference, label, { before, limit });
    if (outcome.kind !== 'listed') throw refused(outcome);
    const { moves, next } = outcome;
    answerList(ctx, base(), moves.map(labelMoveAnswer), next === undefined ? null : `m${next.getTime()}`);
  });

  return router;
}

function answerMoved(ctx: Context, prompt: Prompt, move: LabelMove): void {
  ctx.set('ETag', etagOf(prompt, move.version ?? prompt.latestVersion));
  ctx.body = { data: movedLabelAnswer(move) };
}
