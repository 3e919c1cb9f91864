import type { AccountId } from '../../domain/accounts/account.ts';
import type { Change, ChangePosition } from '../../domain/changes/change.ts';
import type { ChangeFilter } from '../../domain/changes/change-filter.ts';
import { type ChangeId, emptyFeedId, type ParsedChangeId } from '../../domain/changes/change-id.ts';
import type { ContentHashing } from '../ports/hashing.ts';
import type { ChangesAfter, PromptChanges } from '../ports/prompts/prompt-changes.ts';
import { type ChangeEvent, presentChange } from './change-event.ts';
import { ExamineChanges } from './examine-changes.ts';

/** The point to begin at: after a change that was seen, or with the oldest one stored. */
export type ResumePoint = ParsedChangeId | 'oldest';

export interface FollowedChanges {
  readonly kind: 'followed';
  /** Oldest first. */
  readonly events: readonly ChangeEvent[];
  /** The last change examined, whether it matched or not: where to continue. */
  readonly position: ChangeId;
  /** Whether there were no further changes when the last one was read. */
  readonly isEnd: boolean;
}

export type FollowChangesOutcome =
  | FollowedChanges
  /** The resume point was deleted, never existed, or belongs to writes that a failover lost: changes may be missing. */
  | { readonly kind: 'gone' };

export const BEFORE_ALL: ChangePosition = { revision: 0, n: 0 };

/** Reads what changed after a resume point. A client that may have missed changes learns that they are gone. */
export class FollowChanges {
  constructor(
    private readonly changes: PromptChanges,
    private readonly hashing: ContentHashing,
  ) {}

  /**
   * Examines a bounded number of changes: if few match the filter, a page may be short or empty although the feed
   * continues. The position advances nonetheless.
   */
  async execute(
    owner: AccountId,
    from: ResumePoint,
    filter: ChangeFilter,
    limit: number,
  ): Promise<FollowChangesOutcome> {
    const examined = new ExamineChanges(filter, limit);
    let read = await this.changes.after(owner, from === 'oldest' ? BEFORE_ALL : from, examined.countPerRead);
    if (from !== 'oldest' && !isAccepted(from, read, this.hashing)) return { kind: 'gone' };
    const start = from === 'oldest' ? emptyFeedId(read.revision) : from.id;

    for (;;) {
      const state = examined.add(read.changes);
      const { last } = examined;
      if (state !== 'continues' || !last) return this.toPage(examined, start, state === 'end');
      read = await this.changes.after(owner, last, examined.countPerRead);
      // If the last change was deleted since it was read, others after it may be missing: the next request finds that out.
      if (!read.at || this.idOf(read.at) !== this.idOf(last)) return this.toPage(examined, start, false);
    }
  }

  private toPage({ matching, last }: ExamineChanges, start: ChangeId, isEnd: boolean): FollowedChanges {
    const events = matching.map((change) => presentChange(change, this.hashing));
    return { kind: 'followed', events, position: last ? this.idOf(last) : start, isEnd };
  }

  private idOf(change: Change): ChangeId {
    return presentChange(change, this.hashing).id;
  }
}

/** Whether nothing is missing between a position that a client has and what was read after it. */
export function isAccepted(
  from: ParsedChangeId,
  { at, oldest, revision }: ChangesAfter,
  hashing: ContentHashing,
): boolean {
  if (from.n > 0) return at !== undefined && presentChange(at, hashing).id === from.id;
  if (from.id !== emptyFeedId(from.revision)) return false;
  // The first change of a feed has the revision that follows that of the empty feed, unless older ones were deleted.
  return oldest ? from.revision <= revision && oldest.revision <= from.revision + 1 : from.revision === revision;
}
