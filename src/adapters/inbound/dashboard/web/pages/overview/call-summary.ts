import { callsIn, type Slot } from '../../text/fill-series.ts';

const ALMOST_ALL = 0.999;

export interface CallSummary {
  readonly today: number;
  readonly week: number;
  readonly month: number;
  /** The share of 2xx and 3xx responses, from 0 to 1; null without calls. */
  readonly successRate: number | null;
}

/** Expects the last 30 days, ending today. */
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

/** A single failure in a million calls must not be rounded to 100 %. */
const shareOf = (succeeded: number, all: number): number =>
  succeeded === all ? 1 : Math.min(succeeded / all, ALMOST_ALL);
