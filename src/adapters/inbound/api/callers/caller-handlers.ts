import type { StoredCaller } from '../../../../application/ports/usage-log.ts';
import type { ListCallers, ListedCallers } from '../../../../application/usage/list-callers.ts';
import type { ReadArrival } from '../../../../application/usage/read-arrival.ts';
import type { Arrival } from '../../../../domain/usage/arrival.ts';
import { readQuery } from '../../http/request/read-query.ts';
import type { AccountState } from '../../http/request/request-state.ts';
import { respondData, respondJson, serializeJson } from '../../http/response/respond-json.ts';
import type { AccountRoute, Handle } from '../../http/routes/route.ts';
import { readLabel, readReference } from '../prompts/path-parameters.ts';
import { type NameSuggestions, rejectPrompt } from '../prompts/prompt-rejections.ts';
import { callerOperations } from './caller-operations.ts';

export interface CallerServices extends NameSuggestions {
  readonly listCallers: ListCallers;
  readonly readArrival: ReadArrival;
}

const listCallers =
  ({ listCallers }: CallerServices): Handle<AccountState> =>
  async (ctx) => {
    const { seenSince } = readQuery(ctx, callerOperations.list.query);
    const { callers, promptNames, collection } = await listCallers.execute(ctx.state.account.id, seenSince);
    const data = callers.map((caller) => presentCaller(caller, promptNames));
    respondJson(ctx, serializeJson({ data, nextCursor: null, collection }));
  };

const readArrival =
  ({ readArrival, ...suggestions }: CallerServices): Handle<AccountState> =>
  async (ctx) => {
    const reference = readReference(ctx.params['ref']);
    const label = readLabel(ctx.params['label']);
    const outcome = await readArrival.execute(ctx.state.account.id, reference, label);
    if (outcome.kind !== 'read') throw await rejectPrompt(ctx, outcome, suggestions);
    const { version, movedAt, arrivals } = outcome;
    respondData(ctx, {
      label,
      version,
      movedAt: movedAt.toISOString(),
      current: arrivals.current.map(presentArrival),
      stale: arrivals.stale.map(presentArrival),
      unclear: arrivals.unclear.map(presentArrival),
    });
  };

/** Field by field: nothing leaves the service by accident. */
const presentCaller = (caller: StoredCaller, promptNames: ListedCallers['promptNames']) => ({
  id: caller.id,
  name: caller.name,
  address: caller.address,
  interfaces: caller.interfaces,
  firstSeen: toMinute(caller.firstSeen),
  lastSeen: toMinute(caller.lastSeen),
  calls: caller.calls,
  usedCurrentKey: caller.usedCurrentKey,
  labels: caller.labels.map(({ promptId, label, version, at }) => ({
    promptId: promptId ?? null,
    prompt: (promptId && promptNames.get(promptId)) ?? null,
    label,
    version: version ?? null,
    servedAt: toMinute(at),
  })),
  labelsEvicted: caller.labelsEvicted,
});

const presentArrival = ({ caller: { id, name, address }, version, servedAt }: Arrival) => ({
  id,
  name,
  address,
  version,
  servedAt: toMinute(servedAt),
});

const MINUTE_MS = 60_000;

const toMinute = (time: Date): string => new Date(Math.floor(time.getTime() / MINUTE_MS) * MINUTE_MS).toISOString();

export const callerRoutes: readonly AccountRoute<CallerServices>[] = [
  { operation: callerOperations.list, guard: 'key', handle: listCallers },
  { operation: callerOperations.arrival, guard: 'key', handle: readArrival },
];
