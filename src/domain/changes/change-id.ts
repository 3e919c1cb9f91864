import type { Branded } from '../branded.ts';
import type { ChangePosition } from './change.ts';

/**
 * `<revision>-<n>-<check>`: names one change, or the beginning of a feed without changes.
 *
 * The check part is taken from the hash of the change, which is computed when it is read. It differs after a failover that
 * lost acknowledged writes and used their revisions again for others.
 */
export type ChangeId = Branded<string, 'ChangeId'>;

/** Only the form of the id is checked: whether the feed has such a change is decided when it is read. */
export interface ParsedChangeId extends ChangePosition {
  readonly id: ChangeId;
}

/** Fifteen digits are exact in every backend. No leading zero: one change has one id. */
export const CHANGE_ID_PATTERN = /^(0|[1-9]\d{0,14})-(0|[1-9]\d{0,8})-([0-9a-f]{8})$/;

export function parseChangeId(text: string): ParsedChangeId | undefined {
  const [, revision, n] = CHANGE_ID_PATTERN.exec(text) ?? [];
  return revision === undefined ? undefined : { id: text as ChangeId, revision: Number(revision), n: Number(n) };
}

/** `digest` is the hash of the change in hex. */
export const changeIdOf = ({ revision, n }: ChangePosition, digest: string): ChangeId =>
  `${revision}-${n}-${digest.slice(0, 8)}` as ChangeId;

/** The position of an account without changes. */
export const emptyFeedId = (revision: number): ChangeId => changeIdOf({ revision, n: 0 }, '00000000');
