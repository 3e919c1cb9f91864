import { describe, expect, it } from 'vitest';
import { countTicks, isNamedSlot } from '../../../../../src/adapters/inbound/dashboard/web/charts/axis-ticks.ts';

describe('the axis of a chart', () => {
  it.each([
    [0, [0, 1]],
    [1, [0, 1]],
    [3, [0, 1, 2, 3]],
    [5, [0, 2, 4, 6]],
    [19, [0, 5, 10, 15, 20]],
    [20, [0, 5, 10, 15, 20]],
    [21, [0, 10, 20, 30]],
    [348, [0, 100, 200, 300, 400]],
    [1_234_567, [0, 500_000, 1_000_000, 1_500_000]],
  ])('counts in round steps up to %d calls', (max, ticks) => {
    expect(countTicks(max)).toEqual(ticks);
  });

  it.each([
    [7, [0, 1, 2, 3, 4, 5, 6]],
    [24, [2, 6, 10, 14, 18, 22]],
    [30, [2, 7, 12, 17, 22, 27]],
    [90, [6, 19, 32, 45, 58, 71, 84]],
  ])('names at most 7 of %d hours or days', (slots, named) => {
    expect(Array.from({ length: slots }, (_, index) => index).filter((index) => isNamedSlot(index, slots))).toEqual(
      named,
    );
  });
});
