import { ApiProblem, request, requestWithEtag } from '../http/request.ts';
import type { Difference, MovedLabel } from '../prompts/prompts.ts';
import type { BoardPrompt } from './board-prompt.ts';
import { type MoveAttempt, type MoveCheck, type MoveOutcome, moveIfUnmoved, type PlannedMove } from './planned-move.ts';

/** Checks whether programs that use the label would fail with the version that the label is to move to. */
export async function checkMove({ id, from, to }: PlannedMove, signal: AbortSignal): Promise<MoveCheck> {
  // No program uses the label yet.
  if (from === undefined) return { kind: 'safe' };
  try {
    const { data } = await whileBusy(signal, () =>
      request<{ data: Difference }>(`prompts/${id}/diff`, { query: { from, to }, signal }),
    );
    return data.breaking ? { kind: 'breaking', changes: data.breakingChanges } : { kind: 'safe' };
  } catch (problem) {
    return { kind: 'unchecked', problem };
  }
}

interface MoveOptions {
  readonly message: string;
  /** Moves the label even if that breaks programs. */
  readonly force: boolean;
}

/** A request that was sent is not aborted with the signal: it may have moved the label. */
export const moveLabel = (move: PlannedMove, options: MoveOptions, signal: AbortSignal): Promise<MoveOutcome> =>
  moveIfUnmoved(move, {
    moveAt: (etag) => tryMove(move, etag, options, signal),
    read: async () => {
      const query = { label: 'latest' };
      const path = `prompts/${move.id}`;
      const { body, etag } = await whileBusy(signal, () => requestWithEtag<{ data: BoardPrompt }>(path, { query }));
      return { prompt: body.data, etag };
    },
  });

async function tryMove(
  { id, label, to }: PlannedMove,
  etag: string,
  { message, force }: MoveOptions,
  signal: AbortSignal,
): Promise<MoveAttempt> {
  const headers = { 'If-Match': etag };
  const body = { version: to, message, force };
  try {
    await whileBusy(signal, () =>
      request<{ data: MovedLabel }>(`prompts/${id}/labels/${label}`, { method: 'PUT', body, headers }),
    );
    return { kind: 'moved' };
  } catch (problem) {
    const isChanged = problem instanceof ApiProblem && problem.status === 412;
    return { kind: isChanged ? 'changed' : 'failed', problem };
  }
}

const BUSY_ATTEMPTS_MAX = 5;

/** Repeats a request that the service refuses because it is busy. */
async function whileBusy<Response>(signal: AbortSignal, call: () => Promise<Response>): Promise<Response> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await call();
    } catch (problem) {
      const isBusy = problem instanceof ApiProblem && problem.status === 429;
      if (!isBusy || attempt === BUSY_ATTEMPTS_MAX || signal.aborted) throw problem;
      await new Promise((resolve) => setTimeout(resolve, (problem.retryAfterSeconds ?? 1) * 1000));
    }
  }
}
