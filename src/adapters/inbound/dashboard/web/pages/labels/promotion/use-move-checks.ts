import { useEffect, useEffectEvent } from 'react';
import { checkMove } from '../../../api/labels/bulk-promotion.ts';
import type { MoveCheck, PlannedMove } from '../../../api/labels/planned-move.ts';
import { useBatch } from '../../../hooks/use-batch.ts';

/** Compares the versions of each move. */
export function useMoveChecks(moves: readonly PlannedMove[]) {
  const { results, isRunning, start } = useBatch<PlannedMove, MoveCheck>();
  const check = useEffectEvent((all: readonly PlannedMove[]) => {
    void start(all, checkMove);
  });
  useEffect(() => check(moves), [moves]);
  const checkAgain = () => {
    const known = new Map([...results].filter(([, { kind }]) => kind !== 'unchecked'));
    const unchecked = moves.filter(({ id }) => !known.has(id));
    void start(unchecked, checkMove, known);
  };
  return {
    checks: results,
    isChecking: isRunning || !moves.every(({ id }) => results.has(id)),
    checkAgain,
  };
}
