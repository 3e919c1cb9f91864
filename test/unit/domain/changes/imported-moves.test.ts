import { describe, expect, it } from 'vitest';
import { toImportedMoves } from '../../../../src/domain/changes/imported-moves.ts';
import { aMove, PRODUCTION, STAGING } from '../../../support/builders/a-prompt.ts';

const there = aMove(PRODUCTION, 2, { previous: 1, message: 'there' });
const back = aMove(PRODUCTION, 1, { previous: 2, message: 'back' });

describe('toImportedMoves', () => {
  it('shows each label once, with where it was before and where it is afterwards', () => {
    const moves = [aMove(STAGING, 1), there, aMove(STAGING, 3, { previous: 1, message: 'up' })];

    expect(toImportedMoves(moves, false)).toEqual([
      { label: STAGING, version: 3, previous: null, message: 'up' },
      { label: PRODUCTION, version: 2, previous: 1, message: 'there' },
    ]);
  });

  it('does not show a label that came back, unless there would be nothing to show', () => {
    const returned = { label: PRODUCTION, version: 1, previous: 1, message: 'back' };

    expect(toImportedMoves([there, back], false)).toEqual([]);
    expect(toImportedMoves([there, back, aMove(STAGING, 1)], true)).toMatchObject([{ label: STAGING }]);
    expect(toImportedMoves([there, back], true)).toEqual([returned]);
  });
});
