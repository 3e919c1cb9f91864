import { invariant } from '../../../domain/invariant.ts';

/** A row before validation: Redis stores only text, and no backend is trusted to return the right types. */
export type UnreadRow = Readonly<Record<string, unknown>>;

export function text(row: UnreadRow, field: string): string {
  const value = row[field];
  invariant(typeof value === 'string', `the stored field ${field} is text`);
  return value;
}

export const nullableText = (row: UnreadRow, field: string): string | null =>
  row[field] === null ? null : text(row, field);

export function whole(row: UnreadRow, field: string): number {
  const value = Number(row[field]);
  invariant(Number.isSafeInteger(value), `the stored field ${field} is a whole number`);
  return value;
}

export const moment = (row: UnreadRow, field: string): Date => new Date(whole(row, field));

/** Redis has no null: a field may be missing or empty instead. */
export const nullableWhole = (row: UnreadRow, field: string): number | null =>
  row[field] === null || row[field] === '' || row[field] === undefined ? null : whole(row, field);
