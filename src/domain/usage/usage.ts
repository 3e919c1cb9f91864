import type { Branded } from '../branded.ts';
import type { Label } from '../naming/label.ts';
import type { PromptId } from '../naming/prompt-name.ts';

/** Milliseconds since 1970 at which an hour begins. Everything is counted by the hour, in UTC. */
export type Hour = Branded<number, 'Hour'>;

export const HOUR_MS = 3_600_000;
export const DAY_MS = 24 * HOUR_MS;

export const hourOf = (ms: number): Hour => (Math.floor(ms / HOUR_MS) * HOUR_MS) as Hour;

/** The hours that begin in a range, which does not include its end. */
export function hoursIn(from: Date, to: Date): Hour[] {
  const first = hourOf(from.getTime() + HOUR_MS - 1);
  const count = Math.max(0, Math.ceil((to.getTime() - first) / HOUR_MS));
  return Array.from({ length: count }, (_, index) => (first + index * HOUR_MS) as Hour);
}

export const statusClasses = ['2xx', '3xx', '4xx', '5xx'] as const;
export type StatusClass = (typeof statusClasses)[number];

/** The index of a status in `statusClasses`: 0 for 2xx. */
export const statusClassIndex = (status: number): number => Math.min(Math.max(Math.floor(status / 100), 2), 5) - 2;

/** How many calls an account made in an hour, per route and status class. */
export interface CallCount {
  readonly hour: Hour;
  /** Method and template, as documented: `GET /api/prompts/{ref}`. */
  readonly route: string;
  readonly statusClass: StatusClass;
  readonly count: number;
}

/** The prompt that a call read or rendered, or tried to. */
export interface PromptRead {
  readonly promptId: PromptId;
  /** Undefined if the prompt lacks the version that was asked for. */
  readonly version: number | undefined;
  /** The label that selected the version now. Undefined for reads by version, of the latest version or of the past. */
  readonly label?: Label | undefined;
}

/** How often a version of a prompt was read or rendered in an hour. */
export interface ReadCount {
  readonly hour: Hour;
  readonly promptId: PromptId;
  readonly version: number;
  readonly count: number;
}

/**
 * How often a prompt was read or rendered in an hour by a label, and how often that failed. Served calls without a label
 * are counted as reads only.
 */
export interface PromptCallCount extends PromptRead {
  readonly hour: Hour;
  readonly label: Label | undefined;
  readonly served: number;
  readonly failed: number;
}

export const usageIntervals = ['hour', 'day'] as const;
export type UsageInterval = (typeof usageIntervals)[number];

export const usageGroupings = ['status', 'route', 'prompt', 'failedPrompt'] as const;
/** Grouping by prompt counts reads, or reads that failed; the other groupings count calls. */
export type UsageGrouping = (typeof usageGroupings)[number];

export const intervalMs = (interval: UsageInterval): number => (interval === 'day' ? DAY_MS : HOUR_MS);

/** The start of the interval that contains the hour. Days begin at midnight UTC. */
export function intervalStart(interval: UsageInterval, hour: number): Date {
  const length = intervalMs(interval);
  return new Date(Math.floor(hour / length) * length);
}

/** One bar of a chart: the count of the interval that begins at `start`. */
export interface UsageCount {
  readonly start: Date;
  /** A status class, a route or a prompt's id. */
  readonly group: string;
  readonly count: number;
}

/** Adds up counts with the same start and group. */
export function sumCounts(counts: Iterable<UsageCount>): UsageCount[] {
  const sums = new Map<string, UsageCount>();
  for (const { start, group, count } of counts) {
    const key = `${start.getTime()} ${group}`;
    sums.set(key, { start, group, count: (sums.get(key)?.count ?? 0) + count });
  }
  return [...sums.values()];
}

/** Sorts by time, then by group. */
export const sortCounts = (counts: readonly UsageCount[]): UsageCount[] =>
  counts.toSorted((a, b) => a.start.getTime() - b.start.getTime() || (a.group < b.group ? -1 : 1));

/**
 * The last use of the key issued at `issuedAt`, given the last use of any of the account's keys.
 * Earlier uses belong to earlier keys, including the call that rotated the key.
 */
export const lastUseOfKey = (issuedAt: Date, lastUsedAt: Date): Date | undefined =>
  lastUsedAt > issuedAt ? lastUsedAt : undefined;
