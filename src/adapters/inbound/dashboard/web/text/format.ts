import type { Interval } from './fill-series.ts';

const number = new Intl.NumberFormat();
const percent = new Intl.NumberFormat(undefined, { style: 'percent', maximumFractionDigits: 1 });
const day = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short', timeZone: 'UTC' });
const fullDay = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeZone: 'UTC' });
const hour = new Intl.DateTimeFormat(undefined, {
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
  timeZone: 'UTC',
});

export const formatCount = (count: number): string => number.format(count);

export const formatCalls = (count: number): string => `${formatCount(count)} ${count === 1 ? 'call' : 'calls'}`;

export const formatShare = (share: number): string => percent.format(share);

/** Short, for an axis. */
export function formatSlot(start: string, interval: Interval): string {
  return (interval === 'hour' ? hour : day).format(new Date(start));
}

/** Includes the day. */
export function formatFullSlot(start: string, interval: Interval): string {
  const moment = new Date(start);
  return interval === 'hour' ? `${day.format(moment)}, ${hour.format(moment)}` : fullDay.format(moment);
}

const UNITS = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
] as const;

/** Beyond this, the date says more than the number of days. */
const RELATIVE_SECONDS_MAX = 30 * 86_400;

const onDay = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' });
const relative = {
  long: new Intl.RelativeTimeFormat(undefined, { numeric: 'auto', style: 'long' }),
  narrow: new Intl.RelativeTimeFormat(undefined, { numeric: 'auto', style: 'narrow' }),
} as const;

/** The distance of a date from now, such as "2 hours ago" or "in 5 minutes"; the date itself if that is far away. */
export function formatAge(date: Date, now: number, style: 'long' | 'narrow' = 'long'): string {
  const seconds = (date.getTime() - now) / 1000;
  if (Math.abs(seconds) >= RELATIVE_SECONDS_MAX) return onDay.format(date);
  for (const [unit, length] of UNITS) {
    if (Math.abs(seconds) >= length) return relative[style].format(Math.trunc(seconds / length), unit);
  }
  return seconds > 0 ? 'in a moment' : 'just now';
}
