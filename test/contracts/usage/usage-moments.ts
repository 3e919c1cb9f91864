import { DAY_MS } from '../../../src/domain/usage/usage.ts';

/** Noon about two days ago: far from midnight, and well within the retention. */
export const NOON = new Date(Math.floor(Date.now() / DAY_MS) * DAY_MS - 1.5 * DAY_MS);
export const MIDNIGHT = new Date(NOON.getTime() - DAY_MS / 2);
export const hours = (count: number, from: Date = NOON): Date => new Date(from.getTime() + count * 3_600_000);
export const days = (count: number, from: Date = NOON): Date => hours(24 * count, from);
