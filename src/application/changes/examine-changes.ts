import type { Change } from '../../domain/changes/change.ts';
import { type ChangeFilter, hasConditions, matchesFilter } from '../../domain/changes/change-filter.ts';

/** A request reads no more than this, however little matches its filter. */
export const EXAMINED_MAX = 2000;
const EXAMINED_PER_READ = 500;

/** Collects matching changes, read in any order, until the page is full or enough were examined. */
export class ExamineChanges {
  readonly matching: Change[] = [];
  first: Change | undefined;
  last: Change | undefined;
  /** How many changes to read next. */
  readonly countPerRead: number;
  private count = 0;

  constructor(
    private readonly filter: ChangeFilter,
    private readonly limit: number,
  ) {
    // One more than requested shows whether the feed continues.
    this.countPerRead = hasConditions(filter) ? Math.max(EXAMINED_PER_READ, limit + 1) : limit + 1;
  }

  /**
   * Returns whether the page continues, has reached the end of the feed, or is full. A full page may happen to end with
   * the feed: finding that out could cost another read.
   */
  add(changes: readonly Change[]): 'continues' | 'full' | 'end' {
    for (const change of changes) {
      if (this.isFull()) return 'full';
      if (matchesFilter(change, this.filter)) this.matching.push(change);
      this.first ??= change;
      this.last = change;
      this.count += 1;
    }
    if (changes.length < this.countPerRead) return 'end';
    return this.isFull() ? 'full' : 'continues';
  }

  private isFull(): boolean {
    return this.matching.length === this.limit || this.count === EXAMINED_MAX;
  }
}
