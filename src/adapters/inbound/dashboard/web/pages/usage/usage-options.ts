import type { GroupBy } from '../../api/account/stats.ts';
import type { Interval } from '../../text/fill-series.ts';

interface UsageRange {
  readonly id: string;
  readonly label: string;
  readonly interval: Interval;
  readonly count: number;
}

interface UsageGrouping {
  readonly id: string;
  readonly label: string;
  /** Heading of the column with the groups, if it is not the label. */
  readonly heading?: string;
  readonly groupBy: GroupBy;
  readonly title: string;
  readonly note?: string;
}

const DEFAULT_RANGE: UsageRange = { id: '30d', label: '30 days', interval: 'day', count: 30 };
const DEFAULT_GROUPING: UsageGrouping = { id: 'status', label: 'Status', groupBy: 'status', title: 'Calls by status' };

export const RANGES: readonly UsageRange[] = [
  { id: '24h', label: '24 hours', interval: 'hour', count: 24 },
  { id: '7d', label: '7 days', interval: 'day', count: 7 },
  DEFAULT_RANGE,
  { id: '90d', label: '90 days', interval: 'day', count: 90 },
];

export const GROUPINGS: readonly UsageGrouping[] = [
  DEFAULT_GROUPING,
  { id: 'endpoint', label: 'Endpoint', groupBy: 'route', title: 'Calls by endpoint' },
  {
    id: 'prompt',
    label: 'Prompt',
    groupBy: 'prompt',
    title: 'Calls by prompt',
    note: 'Fetches and renders of each prompt.',
  },
  {
    id: 'failed',
    label: 'Failures',
    heading: 'Prompt',
    groupBy: 'failedPrompt',
    title: 'Failed calls by prompt',
    note: 'Failed fetches and renders of each prompt.',
  },
];

/** An unknown id in the address selects the default. */
export const findRange = (id: string | null): UsageRange => RANGES.find((range) => range.id === id) ?? DEFAULT_RANGE;

export const findGrouping = (id: string | null): UsageGrouping =>
  GROUPINGS.find((grouping) => grouping.id === id) ?? DEFAULT_GROUPING;

export const groupingBy = (groupBy: GroupBy): UsageGrouping =>
  GROUPINGS.find((grouping) => grouping.groupBy === groupBy) ?? DEFAULT_GROUPING;
