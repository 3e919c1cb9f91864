import type { AccountId } from '../../domain/accounts/account.ts';
import type { ChangePosition } from '../../domain/changes/change.ts';
import type { ChangeFilter } from '../../domain/changes/change-filter.ts';
import { type ChangeId, emptyFeedId, type ParsedChangeId } from '../../domain/changes/change-id.ts';
import type { ContentHashing } from '../ports/hashing.ts';
import type { PromptChanges } from '../ports/prompts/prompt-changes.ts';
import { type ChangeEvent, presentChange } from './change-event.ts';
import { ExamineChanges } from './examine-changes.ts';

export interface ListedChanges {
  /** Newest first. */
  readonly events: readonly ChangeEvent[];
  /** The start of the next page; undefined on the last one. */
  readonly next: ChangeId | undefined;
  /** The newest change examined, whether it matched or not: where to follow the feed from. */
  readonly position: ChangeId;
}

/** Pages through the changes of an account, newest first. */
export class ListChanges {
  constructor(
    private readonly changes: PromptChanges,
    private readonly hashing: ContentHashing,
  ) {}

  /**
   * Lists changes before a position, or else the newest. The position may have been deleted: so were all before it then.
   * If few changes match the filter, a page may be short or empty although there is a next one.
   */
  async execute(
    owner: AccountId,
    before: ParsedChangeId | undefined,
    filter: ChangeFilter,
    limit: number,
  ): Promise<ListedChanges> {
    const examined = new ExamineChanges(filter, limit);
    let position: ChangePosition | undefined = before;
    for (;;) {
      const { changes, revision } = await this.changes.latest(owner, {
        before: position,
        limit: examined.countPerRead,
      });
      const state = examined.add(changes);
      if (state !== 'continues') return this.toPage(examined, before?.id ?? emptyFeedId(revision), state === 'end');
      position = examined.last;
    }
  }

  private toPage({ matching, first, last }: ExamineChanges, start: ChangeId, isEnd: boolean): ListedChanges {
    return {
      events: matching.map((change) => presentChange(change, this.hashing)),
      next: isEnd || !last ? undefined : presentChange(last, this.hashing).id,
      position: first ? presentChange(first, this.hashing).id : start,
    };
  }
}
