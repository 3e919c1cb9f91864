import type { ProtectedLabels } from '../../../../application/ports/prompts/protected-labels.ts';
import type { ProtectLabels } from '../../../../application/prompts/labels/protect-labels.ts';
import { BODY_BYTES_MAX, readJson } from '../../http/body/read-json.ts';
import { invalid, Rejection } from '../../http/errors/rejection.ts';
import { readQuery } from '../../http/request/read-query.ts';
import { RequestExecution } from '../../http/request/request-execution.ts';
import type { AccountState, SessionState } from '../../http/request/request-state.ts';
import type { Handle } from '../../http/routes/route.ts';
import { protectionOperations } from './operations/protection-operations.ts';
import type { PromptMount } from './write-handlers.ts';

export interface ProtectionServices extends PromptMount {
  readonly listProtectedLabels: ProtectedLabels['read'];
  readonly protectLabels: ProtectLabels;
}

export const listProtectedLabels =
  ({ listProtectedLabels }: ProtectionServices): Handle<AccountState> =>
  async (ctx) => {
    readQuery(ctx, protectionOperations.list.query);
    ctx.body = { data: { labels: await listProtectedLabels(ctx.state.account.id) } };
  };

export const protectLabels =
  ({ protectLabels, actorOf }: ProtectionServices): Handle<SessionState> =>
  async (ctx) => {
    const { labels } = await readJson(ctx, protectionOperations.set.body, BODY_BYTES_MAX);
    const outcome = await protectLabels.execute(ctx.state.account.id, labels, actorOf(ctx), RequestExecution.of(ctx));
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
