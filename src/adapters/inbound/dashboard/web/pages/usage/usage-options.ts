import type { GroupBy } from '../../api/stats.ts';
import type { Interval } from '../../charts/fill-series.ts';

interface UsageRange {
  readonly id: string;
  readonly label: string;
  readonly interval: Interval;
  readonly count: number;
}

interface UsageGrouping {
  readonly id: string;
  readonly label: string;
  readonly groupBy: GroupBy;
  readonly title: string;
  readonly note?: string;
}

const USUAL_RANGE: UsageRange = { id: '30d', label: '30 days', interval: 'day', count: 30 };
const USUAL_GROUPING: UsageGrouping = { id: 'status', label: 'Status', groupBy: 'status', title: 'Calls by status' };

export const RANGES: readonly UsageRange[] = [
  { id: '24h', label: '24 hours', interval: 'hour', count: 24 },
  { id: '7d', label: '7 days', interval: 'day', count: 7 },
  USUAL_RANGE,
  { id: '90d', label: '90 days', interval: 'day', count: 90 },
];

export const GROUPINGS: readonly UsageGrouping[] = [
  USUAL_GROUPING,
  { id: 'endpoint', label: 'Endpoint', groupBy: 'route', title: 'Calls by endpoint' },
  {
    id: 'prompt',
    label: 'Prompt',
    groupBy: 'prompt',
    title: 'Calls by prompt',
    note: 'How often each prompt was read or rendered.',
  },
];

/** An address written by hand may name anything; then it is the usual. */
export const rangeNamed = (id: string | null): UsageRange => RANGES.find((range) => range.id === id) ?? USUAL_RANGE;

export const groupingNamed = (id: string | null): UsageGrouping =>
  GROUPINGS.find((grouping) => grouping.id === id) ?? USUAL_GROUPING;

export const groupingBy = (groupBy: GroupBy): UsageGrouping =>
  GROUPINGS.find((grouping) => grouping.groupBy === groupBy) ?? USUAL_GROUPING;
