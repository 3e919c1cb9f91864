import { matchesFilter } from '../../../domain/changes/change-filter.ts';
import type { ParsedChangeId } from '../../../domain/changes/change-id.ts';
import type { ChangeStream } from './change-stream.ts';
import { FeedProgress, type StreamStart } from './feed-progress.ts';
import { CHANGES_PER_PAGE, type FeedPage, type FeedPosition } from './read-feed.ts';
import type { Subscription } from './subscription.ts';

/** Sends every change that matches the filter of a stream. */
export class EventSubscription implements Subscription {
  readonly progress: FeedProgress;
  /** How many changes the client knows nothing about, because they did not match its filter. */
  #skippedCount = 0;
  #isLive = false;

  constructor(
    readonly stream: ChangeStream,
    start: StreamStart,
  ) {
    this.progress = new FeedProgress(start);
  }

  /**
   * A stream that catches up gets a page only when it has sent the previous one; one that is live gets every change at
   * once, and is disconnected if it does not read them.
   */
  get isReadable(): boolean {
    return this.progress.isDue && (this.#isLive || this.stream.isDrained);
  }

  noteRevision(revision: number): boolean {
    const hasMore = this.progress.noteRevision(revision);
    if (!this.progress.isDue) this.#isLive ||= this.stream.isDrained;
    return hasMore;
  }

  send(page: FeedPage): void {
    if (page.kind === 'gone') {
      this.stream.sendReset(page.position.id);
      this.#reach(page, false);
      return;
    }
    const events = page.entries
      .filter(({ change }) => matchesFilter(change, this.stream.filter))
      .map(({ event }) => event);
    if (events.length > 0) {
      this.stream.send(events, this.#isLive);
      this.#skippedCount = 0;
    } else {
      this.#skip(page.entries.length, page.position);
    }
    this.#reach(page, page.hasMore);
  }

  /**
   * Reports the position of changes that do not match. Otherwise, a client with a narrow filter would resume further
   * and further back, until its position is deleted.
   */
  #skip(count: number, { id }: ParsedChangeId): void {
    this.#skippedCount += count;
    if (this.#skippedCount < CHANGES_PER_PAGE) return;
    this.stream.sendPosition(id);
    this.#skippedCount = 0;
  }

  #reach(position: FeedPosition, hasMore: boolean): void {
    this.progress.reach(position, hasMore);
    if (hasMore) this.#isLive = false;
  }
}
