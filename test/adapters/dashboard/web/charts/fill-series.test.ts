import { describe, expect, it } from 'vitest';
import { chartColumns, countIn } from '../../../../../src/adapters/inbound/dashboard/web/charts/chart-columns.ts';
import { groupTotals, statusTotals } from '../../../../../src/adapters/inbound/dashboard/web/charts/group-totals.ts';
import {
  callsIn,
  fillSeries,
  type Interval,
  slotStart,
} from '../../../../../src/adapters/inbound/dashboard/web/text/fill-series.ts';

const series = [
  { start: '2026-03-01T00:00:00.000Z', group: '2xx', count: 3 },
  { start: '2026-03-03T00:00:00.000Z', group: '4xx', count: 1 },
  { start: '2026-03-03T00:00:00.000Z', group: '2xx', count: 6 },
];

const filled = (from: string, to: string, interval: Interval = 'day') => fillSeries({ from, to, interval, series });

describe('filling a series', () => {
  it('adds empty days for days without calls', () => {
    expect(filled('2026-03-01T00:00:00.000Z', '2026-03-04T10:00:00.000Z')).toEqual([
      { start: '2026-03-01T00:00:00.000Z', counts: { '2xx': 3 }, total: 3 },
      { start: '2026-03-02T00:00:00.000Z', counts: {}, total: 0 },
      { start: '2026-03-03T00:00:00.000Z', counts: { '4xx': 1, '2xx': 6 }, total: 7 },
      { start: '2026-03-04T00:00:00.000Z', counts: {}, total: 0 },
    ]);
  });

  it('begins with the day of the start time, and excludes a day that begins at the end time', () => {
    const days = filled('2026-03-01T13:37:00.000Z', '2026-03-03T00:00:00.000Z');

    expect(days.map(({ start }) => start)).toEqual(['2026-03-01T00:00:00.000Z', '2026-03-02T00:00:00.000Z']);
  });

  it('fills hours across midnight', () => {
    const hours = filled('2026-02-28T22:00:00.000Z', '2026-03-01T01:30:00.000Z', 'hour');

    expect(hours.map(({ start, total }) => [start.slice(0, 13), total])).toEqual([
      ['2026-02-28T22', 0],
      ['2026-02-28T23', 0],
      ['2026-03-01T00', 3],
      ['2026-03-01T01', 0],
    ]);
  });

  it('finds the start of the first of thirty days', () => {
    const start = slotStart(Date.parse('2026-03-30T23:59:59.999Z'), 'day', 29);

    expect(new Date(start).toISOString()).toBe('2026-03-01T00:00:00.000Z');
  });
});

describe('the totals of groups', () => {
  const days = filled('2026-03-01T00:00:00.000Z', '2026-03-04T00:00:00.000Z');

  it('include their share, and are sorted by count, largest first', () => {
    expect(groupTotals(days)).toEqual([
      { group: '2xx', count: 9, share: 0.9 },
      { group: '4xx', count: 1, share: 0.1 },
    ]);
  });

  it('include every status class, even without calls', () => {
    expect(statusTotals([]).map(({ group, count, share }) => [group, count, share])).toEqual([
      ['2xx', 0, 0],
      ['3xx', 0, 0],
      ['4xx', 0, 0],
      ['5xx', 0, 0],
    ]);
  });
});

describe('the columns of a chart', () => {
  const named = (count: number) =>
    Array.from({ length: count }, (_, index) => ({ group: `group.${index}`, label: `Group ${index}` }));

  it('are the groups themselves as long as there are enough colours', () => {
    expect(chartColumns(named(8)).map(({ label }) => label)).toEqual(named(8).map(({ label }) => label));
  });

  it('combine the remaining groups without losing a call', () => {
    const counts = Object.fromEntries(named(11).map(({ group }, index) => [group, index + 1]));
    const slot = { start: '2026-03-01T00:00:00.000Z', counts, total: 66 };
    const columns = chartColumns(named(11));

    expect(columns.map((column) => countIn(slot, column))).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9 + 10 + 11]);
    expect(columns.at(-1)?.label).toBe('Other (3)');
    expect(columns.reduce((sum, column) => sum + countIn(slot, column), 0)).toBe(callsIn([slot]));
  });
});
