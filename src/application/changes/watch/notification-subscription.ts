import type { NotifiedStream } from './change-stream.ts';
import { FeedProgress, type StreamStart } from './feed-progress.ts';
import type { FeedPage } from './read-feed.ts';
import type { Subscription } from './subscription.ts';

/** Notifies a stream of changes to prompts, once for all that are new. */
export class NotificationSubscription implements Subscription {
  readonly progress: FeedProgress;
  /** Whether a page contained a change, but others follow. */
  #hasNews = false;

  constructor(
    readonly stream: NotifiedStream,
    start: StreamStart,
  ) {
    this.progress = new FeedProgress(start);
  }

  get isReadable(): boolean {
    return this.progress.isDue && this.stream.canNotify;
  }

  noteRevision(revision: number): boolean {
    return this.progress.noteRevision(revision);
  }

  send(page: FeedPage): void {
    const hasMore = page.kind === 'page' && page.hasMore;
    this.#hasNews ||= concernsPrompts(page);
    this.progress.reach(page, hasMore);
    // Notify after the last page only: a client that reads its prompts after the first one would read them again.
    if (hasMore || !this.#hasNews) return;
    this.#hasNews = false;
    this.stream.notify();
  }
}

/** Which labels are protected is no property of a prompt. */
const concernsPrompts = (page: FeedPage): boolean =>
  page.kind === 'gone' || page.entries.some(({ change }) => change.type !== 'protection.changed');
