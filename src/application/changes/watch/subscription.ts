import type { WatchedStream } from './change-stream.ts';
import type { FeedProgress } from './feed-progress.ts';
import type { FeedPage } from './read-feed.ts';

/** The part of the feed that one stream gets. */
export interface Subscription {
  readonly stream: WatchedStream;
  readonly progress: FeedProgress;

  /** Whether to read the stream's next page now. */
  readonly isReadable: boolean;

  /** Compares with the account's revision at present. Returns whether there is more to read. */
  noteRevision(revision: number): boolean;

  /** Sends what was read. Call it only after the credential was checked. */
  send(page: FeedPage): void;
}
