import type { CountPromptCalls } from '../../../../application/usage/count-prompt-calls.ts';
import type { ListedRefusals, ListRefusedCalls } from '../../../../application/usage/list-refused-calls.ts';
import type { ReadPromptUsage } from '../../../../application/usage/read-prompt-usage.ts';
import type { CallTotals } from '../../../../domain/usage/prompt-usage.ts';
import type { RefusedCall } from '../../../../domain/usage/refused-call.ts';
import { readReference } from '../../api/prompts/path-parameters.ts';
import { type NameSuggestions, rejectPrompt } from '../../api/prompts/prompt-rejections.ts';
import type { SessionState } from '../../http/request/request-state.ts';
import { respondData } from '../../http/response/respond-json.ts';
import type { Handle } from '../../http/routes/route.ts';

export interface UsageServices extends NameSuggestions {
  readonly listRefusedCalls: ListRefusedCalls;
  readonly readPromptUsage: ReadPromptUsage;
  readonly countPromptCalls: CountPromptCalls;
}

export const listRefusedCalls =
  ({ listRefusedCalls }: UsageServices): Handle<SessionState> =>
  async (ctx) => {
    const { calls, promptNames } = await listRefusedCalls.execute(ctx.state.account.id);
    respondData(
      ctx,
      calls.map((call) => presentCall(call, promptNames)),
    );
  };

export const readPromptUsage =
  ({ readPromptUsage, ...suggestions }: UsageServices): Handle<SessionState> =>
  async (ctx) => {
    const outcome = await readPromptUsage.execute(ctx.state.account.id, readReference(ctx.params['ref']));
    if (outcome.kind !== 'read') throw await rejectPrompt(ctx, outcome, suggestions);
    const { from, to, usage } = outcome;
    respondData(ctx, {
      from: from.toISOString(),
      to: to.toISOString(),
      ...presentTotals(usage),
      versions: usage.versions.map(({ version, ...totals }) => ({
        version: version ?? null,
        ...presentTotals(totals),
      })),
      labels: usage.labels.map(({ label, ...totals }) => ({ label: label ?? null, ...presentTotals(totals) })),
    });
  };

export const countPromptCalls =
  ({ countPromptCalls }: UsageServices): Handle<SessionState> =>
  async (ctx) => {
    const { from, to, calls, isComplete } = await countPromptCalls.execute(ctx.state.account.id);
    respondData(ctx, {
      from: from.toISOString(),
      to: to.toISOString(),
      calls: Object.fromEntries(calls),
      isComplete,
    });
  };

/** Field by field: nothing leaves the service by accident. */
const presentCall = (call: RefusedCall, promptNames: ListedRefusals['promptNames']) => ({
  id: call.id,
  at: call.at.toISOString(),
  route: call.route,
  status: call.status,
  code: call.code ?? null,
  requestId: call.requestId,
  via: call.via,
  caller: call.client === undefined ? null : { name: call.client, address: call.address ?? null },
  promptId: call.promptId ?? null,
  prompt: (call.promptId && promptNames.get(call.promptId)) ?? null,
});

const presentTotals = ({ calls, failed }: CallTotals): CallTotals => ({ calls, failed });
