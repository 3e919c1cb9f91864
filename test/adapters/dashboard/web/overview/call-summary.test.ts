import { expect, it } from 'vitest';
import { summarizeCalls } from '../../../../../src/adapters/inbound/dashboard/web/pages/overview/call-summary.ts';

const aDay = (counts: Readonly<Record<string, number>>) => ({
  start: '2026-03-01T00:00:00.000Z',
  counts,
  total: Object.values(counts).reduce((sum, count) => sum + count, 0),
});

it('counts the newest day as today, and the newest seven as the week', () => {
  const days = [...Array.from({ length: 29 }, () => aDay({ '2xx': 10 })), aDay({ '2xx': 1 })];

  expect(summarizeCalls(days)).toMatchObject({ today: 1, week: 61, month: 291 });
});

it('counts 2xx and 3xx as success', () => {
  expect(summarizeCalls([aDay({ '2xx': 50, '3xx': 7, '4xx': 42, '5xx': 1 })]).successRate).toBe(0.57);
});

it('never rounds up to a success rate of 100 %', () => {
  expect(summarizeCalls([aDay({ '2xx': 999_999, '5xx': 1 })]).successRate).toBe(0.999);
  expect(summarizeCalls([aDay({ '2xx': 999_999 })]).successRate).toBe(1);
});

it('has no success rate without calls', () => {
  expect(summarizeCalls([aDay({})])).toEqual({ today: 0, week: 0, month: 0, successRate: null });
});
