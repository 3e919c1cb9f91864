import { expect, it } from 'vitest';
import { summarizeCalls } from '../../../../src/adapters/inbound/dashboard/web/pages/overview/call-summary.ts';

const aDay = (counts: Readonly<Record<string, number>>) => ({
  start: '2026-03-01T00:00:00.000Z',
  counts,
  total: Object.values(counts).reduce((sum, count) => sum + count, 0),
});

it('takes the newest day for today, and seven of them for the week', () => {
  const days = [...Array.from({ length: 29 }, () => aDay({ '2xx': 10 })), aDay({ '2xx': 1 })];

  expect(summarizeCalls(days)).toMatchObject({ today: 1, week: 61, month: 291 });
});

it('counts 2xx and 3xx as success', () => {
  expect(summarizeCalls([aDay({ '2xx': 50, '3xx': 7, '4xx': 42, '5xx': 1 })]).successRate).toBe(0.57);
});

it('never rounds a failure away', () => {
  expect(summarizeCalls([aDay({ '2xx': 999_999, '5xx': 1 })]).successRate).toBe(0.999);
  expect(summarizeCalls([aDay({ '2xx': 999_999 })]).successRate).toBe(1);
});

it('knows no rate without a call', () => {
  expect(summarizeCalls([aDay({})])).toEqual({ today: 0, week: 0, month: 0, successRate: null });
});
