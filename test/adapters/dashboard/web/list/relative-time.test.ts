import { describe, expect, it } from 'vitest';
import { formatAge } from '../../../../../src/adapters/inbound/dashboard/web/text/format.ts';

const NOW = Date.parse('2026-03-10T12:00:00Z');
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

describe('the age of a date', () => {
  it.each([
    [0, 'just now'],
    [-59_000, 'just now'],
    [-MINUTE_MS, '1 minute ago'],
    [-2.9 * HOUR_MS, '2 hours ago'],
    [-DAY_MS, 'yesterday'],
    [-29.9 * DAY_MS, '29 days ago'],
    [30_000, 'in a moment'],
    [5 * MINUTE_MS, 'in 5 minutes'],
  ])('%d ms from now is "%s"', (distance, text) => {
    expect(formatAge(new Date(NOW + distance), NOW)).toBe(text);
  });

  it('is the date itself after 30 days', () => {
    expect(formatAge(new Date(NOW - 30 * DAY_MS), NOW)).toMatch(/2026/);
    expect(formatAge(new Date(NOW + 400 * DAY_MS), NOW)).toMatch(/2027/);
  });

  it('is short for columns', () => {
    expect(formatAge(new Date(NOW - 2 * HOUR_MS), NOW, 'narrow').length).toBeLessThan('2 hours ago'.length);
  });
});
