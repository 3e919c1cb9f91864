import { expect, it } from 'vitest';
import { printTime } from '../../../../src/domain/text/print-time.ts';

const DAY_MS = 86_400_000;

it.each([
  0,
  9,
  99,
  999,
  59_999,
  3_599_999,
  DAY_MS - 1,
  DAY_MS,
  -1,
  Date.UTC(2024, 1, 29, 23, 59, 59, 7),
  Date.UTC(2026, 10, 17, 1, 2, 3, 40),
  Date.UTC(9999, 11, 31, 23, 59, 59, 999),
  Date.UTC(10_000, 0, 1),
  Date.UTC(-1, 5, 1),
])('prints %d as Date does', (ms) => {
  expect(printTime(ms)).toBe(new Date(ms).toISOString());
});

it('prints times of more days than it remembers', () => {
  const times = Array.from({ length: 2500 }, (_, number) => number * DAY_MS + number * 34_567);

  expect([...times, ...times].map(printTime)).toEqual([...times, ...times].map((ms) => new Date(ms).toISOString()));
});
