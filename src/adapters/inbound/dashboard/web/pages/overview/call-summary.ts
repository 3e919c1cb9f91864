import { callsIn, type Slot } from '../../charts/fill-series.ts';

const ALMOST_ALL = 0.999;

export interface CallSummary {
  readonly today: number;
  readonly week: number;
  readonly month: number;
  /** The share of calls that were answered with 2xx or 3xx, from 0 to 1; null when nobody called. */
  readonly successRate: number | null;
}

/** From the last 30 days, of which the newest is today. */
export function summarizeCalls(days: readonly Slot[]): CallSummary {
  const month = callsIn(days);
  const succeeded = days.reduce((sum, { counts }) => sum + (counts['2xx'] ?? 0) + (counts['3xx'] ?? 0), 0);
  return {
    today: callsIn(days.slice(-1)),
    week: callsIn(days.slice(-7)),
    month,
    successRate: month === 0 ? null : shareOf(succeeded, month),
  };
}

/** A single failure in a million calls must not read as 100 % when it is rounded. */
const shareOf = (succeeded: number, all: number): number =>
  succeeded === all ? 1 : Math.min(succeeded / all, ALMOST_ALL);
