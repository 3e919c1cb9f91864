import { invariant } from '../invariant.ts';
import type { LabelMove } from '../prompts/label-move.ts';

/** The effect of all moves of a label together. */
export type NetMove = Pick<LabelMove, 'label' | 'version' | 'previous' | 'message' | 'fingerprint'>;

/**
 * The moves of an import that its account's feed shows: one for each label that points elsewhere afterwards, in the order in
 * which the labels first occur. No write goes without a change: if there is nothing else to show, also those that were
 * moved and came back.
 */
export function toImportedMoves(moves: readonly LabelMove[], isOnlyMoves: boolean): readonly NetMove[] {
  const all = [...Map.groupBy(moves, ({ label }) => label).values()].map(toNetMove);
  const changed = all.filter(({ version, previous }) => version !== previous);
  return isOnlyMoves && changed.length === 0 ? all : changed;
}

function toNetMove(history: readonly LabelMove[]): NetMove {
  const [first, last] = [history[0], history.at(-1)];
  invariant(first !== undefined && last !== undefined, 'the history of a label is not empty');
  const { version, message, fingerprint } = last;
  return { label: first.label, version, previous: first.previous, message, fingerprint };
}
