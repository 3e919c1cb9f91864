import type { z } from 'zod';
import type { labelMove } from '../../../../../api/prompts/operations/response-schemas.ts';

type Move = Pick<z.infer<typeof labelMove>, 'version' | 'previous' | 'rollback'>;

/** Describes a move in a few words, such as `v3 → v4`. */
export function describeMove({ version, previous, rollback }: Move): string {
  if (version === null) return previous === null ? 'Removed' : `Removed from v${previous}`;
  if (previous === null) return `Created at v${version}`;
  if (version !== previous) return `v${previous} → v${version}`;
  return rollback ? `v${version}, former includes` : `v${version}, includes updated`;
}

/** Finds the move that a rollback takes back: the newest one that was not taken back yet. Newest first. */
export function findMoveToTakeBack<Each extends Move>(moves: readonly Each[]): Each | undefined {
  let takenBack = 0;
  return moves.find(({ rollback }) => {
    const isFound = !rollback && takenBack === 0;
    takenBack += rollback ? 1 : -1;
    return isFound;
  });
}
