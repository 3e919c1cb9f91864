import type { ParsedChangeId } from '../../../domain/changes/change-id.ts';
import type { FeedPosition } from './read-feed.ts';

/** The start of a stream. With the account's revision, nothing is missing up to that one. */
export interface StreamStart {
  readonly position: ParsedChangeId;
  readonly revision?: number | undefined;
}

/** How far one stream has come. */
export class FeedProgress {
  #position: ParsedChangeId;
  /** The account's revision when the stream was last known to be complete. */
  #revision: number | undefined;
  #isDue: boolean;

  constructor({ position, revision }: StreamStart) {
    this.#position = position;
    this.#revision = revision;
    this.#isDue = revision === undefined;
  }

  get position(): ParsedChangeId {
    return this.#position;
  }

  /** Whether there may be something to read. */
  get isDue(): boolean {
    return this.#isDue;
  }

  markDue(): void {
    this.#isDue = true;
  }

  /** Compares with the account's revision at present. Returns whether there is more to read. */
  noteRevision(revision: number): boolean {
    // Lower after a failover that lost writes: reading the feed shows whether the stream is affected.
    if (revision !== this.#revision) this.#isDue = true;
    return this.#revision === undefined || revision > this.#revision;
  }

  /** Everything up to here was sent, or needs not be sent. */
  reach({ position, revision }: FeedPosition, hasMore: boolean): void {
    this.#position = position;
    this.#isDue = hasMore;
    if (!hasMore) this.#revision = revision;
  }
}
