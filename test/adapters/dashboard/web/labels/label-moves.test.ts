import { describe, expect, it } from 'vitest';
import {
  describeMove,
  findMoveToTakeBack,
} from '../../../../../src/adapters/inbound/dashboard/web/pages/prompt/labels/label-moves.ts';

const move = (previous: number | null, version: number | null, rollback?: true) => ({
  version,
  previous,
  ...(rollback && { rollback }),
});

describe('a move of a label', () => {
  it.each([
    ['Created at v1', move(null, 1)],
    ['v1 → v3', move(1, 3)],
    ['v3 → v1', move(3, 1, true)],
    ['v3, includes updated', move(3, 3)],
    ['v3, former includes', move(3, 3, true)],
    ['Removed from v3', move(3, null)],
    ['Removed', move(null, null)],
  ])('is described as: %s', (text, each) => {
    expect(describeMove(each)).toBe(text);
  });
});

describe('a rollback', () => {
  it.each([
    ['the newest move', [move(2, 3), move(1, 2)], 0],
    ['the move before one that was taken back', [move(3, 2, true), move(2, 3), move(1, 2)], 2],
    ['the move before two', [move(2, 1, true), move(3, 2, true), move(2, 3), move(1, 2), move(null, 1)], 4],
    ['a move after a rollback', [move(1, 4), move(2, 1, true), move(1, 2)], 0],
    ['nothing when all that is known was taken back', [move(3, 2, true), move(2, 3)], undefined],
  ])('takes back %s', (_, moves, index) => {
    expect(findMoveToTakeBack(moves)).toBe(index === undefined ? undefined : moves[index]);
  });
});
