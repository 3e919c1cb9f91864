import { comparePositions } from '../../../../../../domain/changes/change.ts';
import { parseChangeId } from '../../../../../../domain/changes/change-id.ts';
import type { changeOperations } from '../../../../api/changes/change-operations.ts';
import type { ResponseOf } from '../http/operation-types.ts';

export type ChangePage = ResponseOf<typeof changeOperations.list>;
export type ChangeEvent = ChangePage['data'][number];

/**
 * Merges both lists, newest first, each event once. Live events that are older than all loaded ones are left out if
 * there are further pages: they are on one of those.
 */
export function mergeEvents(
  live: readonly ChangeEvent[],
  loaded: readonly ChangeEvent[],
  hasNextPage: boolean,
): readonly ChangeEvent[] {
  const byId = new Map([...loaded, ...live].map((event) => [event.id, event]));
  const merged = [...byId.values()].sort(compareNewestFirst);
  const oldest = loaded.at(-1);
  return hasNextPage && oldest ? merged.filter((event) => compareNewestFirst(event, oldest) <= 0) : merged;
}

function compareNewestFirst(one: ChangeEvent, other: ChangeEvent): number {
  const [first, second] = [parseChangeId(one.id), parseChangeId(other.id)];
  return first && second ? comparePositions(second, first) : 0;
}
