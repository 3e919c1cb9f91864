import type { AccountId } from '../../../domain/accounts/account.ts';
import type { Change } from '../../../domain/changes/change.ts';
import { emptyFeedId, type ParsedChangeId } from '../../../domain/changes/change-id.ts';
import type { ContentHashing } from '../../ports/hashing.ts';
import type { PromptChanges } from '../../ports/prompts/prompt-changes.ts';
import { type ChangeEvent, presentChange } from '../change-event.ts';
import { BEFORE_ALL, isAccepted, type ResumePoint } from '../follow-changes.ts';

export const CHANGES_PER_PAGE = 100;

/** A change, for filters, and the event that clients get. */
export interface FeedEntry {
  readonly change: Change;
  readonly event: ChangeEvent;
}

/** A position in the feed, and the revision that the account had when it was read. */
export interface FeedPosition {
  readonly position: ParsedChangeId;
  readonly revision: number;
}

export type FeedPage =
  | (FeedPosition & {
      readonly kind: 'page';
      /** Oldest first. The position is that of the last one. */
      readonly entries: readonly FeedEntry[];
      readonly hasMore: boolean;
    })
  /** Changes are missing after the position. The position to continue from is the newest one. */
  | (FeedPosition & { readonly kind: 'gone' });

/** Reads the feed for streams: unfiltered, so that all streams at the same position share what is read. */
export class ReadFeed {
  constructor(
    private readonly changes: PromptChanges,
    private readonly hashing: ContentHashing,
  ) {}

  async pageAfter(owner: AccountId, from: ParsedChangeId): Promise<FeedPage> {
    const read = await this.changes.after(owner, from, CHANGES_PER_PAGE);
    if (!isAccepted(from, read, this.hashing)) return { kind: 'gone', ...(await this.newest(owner)) };
    const entries = read.changes.map((change) => ({ change, event: presentChange(change, this.hashing) }));
    const last = entries.at(-1);
    return {
      kind: 'page',
      entries,
      position: last ? positionOf(last) : from,
      revision: read.revision,
      hasMore: entries.length === CHANGES_PER_PAGE,
    };
  }

  /** The position to follow the feed from for future changes only: its newest change, or its beginning without any. */
  async newest(owner: AccountId): Promise<FeedPosition> {
    const { changes, revision } = await this.changes.latest(owner, { limit: 1 });
    const [change] = changes;
    const position = change
      ? positionOf({ change, event: presentChange(change, this.hashing) })
      : emptyFeedPosition(revision);
    return { position, revision };
  }

  /** The position that a resume point stands for. Undefined when changes are missing after it. */
  async resume(owner: AccountId, from: ResumePoint): Promise<ParsedChangeId | undefined> {
    const read = await this.changes.after(owner, from === 'oldest' ? BEFORE_ALL : from, 1);
    const { revision, oldest } = read;
    if (from === 'oldest') return emptyFeedPosition(oldest ? oldest.revision - 1 : revision);
    return isAccepted(from, read, this.hashing) ? from : undefined;
  }
}

const positionOf = ({ change: { revision, n }, event: { id } }: FeedEntry): ParsedChangeId => ({ revision, n, id });

/** The position before the first change, as long as that one is not deleted. */
const emptyFeedPosition = (revision: number): ParsedChangeId => ({ revision, n: 0, id: emptyFeedId(revision) });
