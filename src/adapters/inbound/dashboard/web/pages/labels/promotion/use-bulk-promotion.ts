import { useWindowEvent } from '@mantine/hooks';
import { notifications } from '@mantine/notifications';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { ApiProblem } from '../../../api/http/request.ts';
import { moveLabel } from '../../../api/labels/bulk-promotion.ts';
import type { MoveOutcome, PlannedMove } from '../../../api/labels/planned-move.ts';
import { promptsKey } from '../../../api/prompts/prompts.ts';
import { useBatch } from '../../../hooks/use-batch.ts';
import { describeOutcomes } from './plan-promotion.ts';

export interface PromotionOptions {
  readonly message: string;
  /** Prompts whose label moves even if that breaks programs. */
  readonly forced: ReadonlySet<string>;
}

export type BulkPromotion = ReturnType<typeof useBulkPromotion>;

/** Moves labels one prompt at a time, so that each move is complete or did not happen, and reports all of them. */
export function useBulkPromotion() {
  const client = useQueryClient();
  const batch = useBatch<PlannedMove, MoveOutcome>();
  const isMounted = useIsMounted();
  useWindowEvent('beforeunload', (event) => {
    if (batch.isRunning) event.preventDefault();
  });

  /** A retry adds to the results of the moves before it. */
  const run = async (
    moves: readonly PlannedMove[],
    { message, forced }: PromotionOptions,
    results: ReadonlyMap<string, MoveOutcome> = new Map(),
  ): Promise<void> => {
    const earlier = new Map(results);
    for (const { id } of moves) earlier.set(id, { kind: 'not-attempted' });
    const outcomes = await batch.start(
      moves,
      async (move, signal, stop) => {
        const outcome = await moveLabel(move, { message, force: forced.has(move.id) }, signal);
        // The others would fail too.
        if (outcome.kind === 'failed' && isHopeless(outcome.problem)) stop();
        return outcome;
      },
      earlier,
    );
    if (!isMounted()) {
      notifications.show({ color: 'yellow', title: 'Promotion stopped', message: describeOutcomes(outcomes) });
    }
    // After the end of the session, this would replace the outcome by the sign-in page.
    if (![...outcomes.values()].some(isSignedOut)) await client.invalidateQueries({ queryKey: promptsKey });
  };
  return { results: batch.results, isRunning: batch.isRunning, run, stop: batch.stop };
}

const isHopeless = (problem: unknown): boolean =>
  problem instanceof ApiProblem && (problem.isOutage || problem.status === 401);

const isSignedOut = (outcome: MoveOutcome): boolean =>
  outcome.kind === 'failed' && outcome.problem instanceof ApiProblem && outcome.problem.status === 401;

function useIsMounted(): () => boolean {
  const isMounted = useRef(true);
  useEffect(() => {
    isMounted.current = true;
    return () => {
      isMounted.current = false;
    };
  }, []);
  return () => isMounted.current;
}
