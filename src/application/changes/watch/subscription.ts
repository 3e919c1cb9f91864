import { matchesFilter } from '../../../domain/changes/change-filter.ts';
import type { ParsedChangeId } from '../../../domain/changes/change-id.ts';
import type { ChangeStream } from './change-stream.ts';
import { CHANGES_PER_PAGE, type FeedPage, type FeedPosition } from './read-feed.ts';

/** Where a stream begins. With the account's revision, nothing is missing up to that one. */
export interface StreamStart {
  readonly position: ParsedChangeId;
  readonly revision?: number | undefined;
}

/** How far one stream has come. */
export class Subscription {
  #position: ParsedChangeId;
  /** The account's revision when the stream was last known to be complete. */
  #revision: number | undefined;
  /** How many changes the client knows nothing about, because they did not match its filter. */
  #skippedCount = 0;
  #isDue = false;
  #isLive = false;

  constructor(
    readonly stream: ChangeStream,
    { position, revision }: StreamStart,
  ) {
    this.#position = position;
    this.#revision = revision;
    this.#isDue = revision === undefined;
  }

  get position(): ParsedChangeId {
    return this.#position;
  }

  /**
   * Whether to read its next page now. A stream that catches up gets a page only when it has sent the previous one; one
   * that is live gets every change at once, and is disconnected if it does not read them.
   */
  get isReadable(): boolean {
    return this.#isDue && (this.#isLive || this.stream.isDrained);
  }

  markDue(): void {
    this.#isDue = true;
  }

  /** Compares with the account's revision at present. Returns whether there is more to read. */
  noteRevision(revision: number): boolean {
    // Lower after a failover that lost writes: reading the feed shows whether the stream is affected.
    if (revision !== this.#revision) this.#isDue = true;
    else if (!this.#isDue) this.#isLive ||= this.stream.isDrained;
    return this.#revision === undefined || revision > this.#revision;
  }

  /** Sends what was read. Call it only after the credential was checked. */
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

  /** Without this, a client with a narrow filter would resume further and further back, until its position is deleted. */
  #skip(count: number, { id }: ParsedChangeId): void {
    this.#skippedCount += count;
    if (this.#skippedCount < CHANGES_PER_PAGE) return;
    this.stream.sendPosition(id);
    this.#skippedCount = 0;
  }

  #reach({ position, revision }: FeedPosition, hasMore: boolean): void {
    this.#position = position;
    this.#isDue = hasMore;
    if (hasMore) this.#isLive = false;
    else this.#revision = revision;
  }
}
