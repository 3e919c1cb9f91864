import { describe, expect, it } from 'vitest';
import { changeIdOf, emptyFeedId, parseChangeId } from '../../../../src/domain/changes/change-id.ts';

describe('the id of a change', () => {
  it('is made of its revision, its number and the first 8 digits of its hash', () => {
    expect(changeIdOf({ revision: 184, n: 1 }, '3f9c2a71deadbeef')).toBe('184-1-3f9c2a71');
  });

  it('is parsed into its position', () => {
    expect(parseChangeId('184-12-3f9c2a71')).toEqual({ id: '184-12-3f9c2a71', revision: 184, n: 12 });
  });

  it('of an empty feed is a valid one', () => {
    expect(emptyFeedId(0)).toBe('0-0-00000000');
    expect(parseChangeId(emptyFeedId(7))).toEqual({ id: '7-0-00000000', revision: 7, n: 0 });
  });
});
