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
