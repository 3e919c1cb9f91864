import type { ListProtectedLabels } from '../../../../application/prompts/labels/list-protected-labels.ts';
import type { ProtectLabels } from '../../../../application/prompts/labels/protect-labels.ts';
import { invalid, Rejection } from '../errors/rejection.ts';
import { BODY_BYTES_MAX, readJson } from '../request/read-json.ts';
import { readQuery } from '../request/read-query.ts';
import type { AccountState, SessionState } from '../request/request-state.ts';
import { RequestWork } from '../request/request-work.ts';
import type { Handle } from '../request/route.ts';
import { protectionOperations } from './operations/protection-operations.ts';
import type { PromptMount } from './write-handlers.ts';

export interface ProtectionServices extends PromptMount {
  readonly listProtectedLabels: ListProtectedLabels;
  readonly protectLabels: ProtectLabels;
}

export const listProtectedLabels =
  ({ listProtectedLabels }: ProtectionServices): Handle<AccountState> =>
  async (ctx) => {
    readQuery(ctx, protectionOperations.list.query);
    ctx.body = { data: { labels: await listProtectedLabels.execute(ctx.state.account.id) } };
  };

export const protectLabels =
  ({ protectLabels, actorOf, heavyWork }: ProtectionServices): Handle<SessionState> =>
  async (ctx) => {
    const { labels } = await readJson(ctx, protectionOperations.set.body, BODY_BYTES_MAX);
    const outcome = await protectLabels.execute(
      ctx.state.account.id,
      labels,
      actorOf(ctx),
      RequestWork.of(ctx, heavyWork),
    );
    switch (outcome.kind) {
      case 'protected':
        ctx.body = { data: { labels: outcome.labels } };
        return;
      case 'invalid':
        throw invalid(outcome.problems);
      case 'conflict':
        throw new Rejection('conflict');
      default:
        return outcome satisfies never;
    }
  };
