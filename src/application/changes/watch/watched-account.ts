import type { AccountId } from '../../../domain/accounts/account.ts';
import { StorageUnavailable } from '../../ports/storage/storage-unavailable.ts';
import type { FeedPage, ReadFeed } from './read-feed.ts';
import type { StreamCredential } from './stream-credential.ts';
import type { Subscription } from './subscription.ts';

/** Streams that resume at different positions are read for one after the other, so that no account takes too long. */
const POSITIONS_PER_CHECK = 8;

interface CredentialInUse {
  readonly credential: StreamCredential;
  readonly subscriptions: Set<Subscription>;
}

type PagesByPosition = ReadonlyMap<string, FeedPage>;

/** The streams of one account, by the key or session that they were opened with. */
export class WatchedAccount {
  readonly #credentials = new Map<string, CredentialInUse>();

  constructor(
    readonly id: AccountId,
    private readonly feed: ReadFeed,
  ) {}

  get isEmpty(): boolean {
    return this.#credentials.size === 0;
  }

  add(subscription: Subscription): void {
    const { credential } = subscription.stream;
    const inUse = this.#credentials.get(credential.identity);
    if (inUse) inUse.subscriptions.add(subscription);
    else this.#credentials.set(credential.identity, { credential, subscriptions: new Set([subscription]) });
  }

  remove(subscription: Subscription): void {
    const { identity } = subscription.stream.credential;
    const inUse = this.#credentials.get(identity);
    inUse?.subscriptions.delete(subscription);
    if (inUse?.subscriptions.size === 0) this.#credentials.delete(identity);
  }

  /** The account has changed: all streams read the feed. */
  markDue(): void {
    for (const subscription of this.#subscriptions()) subscription.progress.markDue();
  }

  /**
   * Reads the feed for streams that are due, then looks up each key and session, and only then sends: a change that was
   * made after a key was reset is never sent to it. Returns whether some streams can continue without waiting.
   */
  async check(): Promise<boolean> {
    let pages: PagesByPosition = new Map();
    let outage: StorageUnavailable | undefined;
    try {
      pages = await this.#readPages();
    } catch (error) {
      if (!(error instanceof StorageUnavailable)) throw error;
      // Streams of an invalid key still end, if it can be looked up.
      outage = error;
    }
    let canContinue = false;
    for (const inUse of [...this.#credentials.values()]) {
      const revision = await inUse.credential.check();
      // Nothing is awaited between the lookup and the last write.
      if (revision === undefined) this.#end(inUse, 'revoked');
      else if (sendPages(inUse, pages, revision)) canContinue = true;
    }
    if (outage) throw outage;
    return canContinue;
  }

  /** Ends the streams of one key or session. */
  revoke(identity: string): void {
    const inUse = this.#credentials.get(identity);
    if (inUse) this.#end(inUse, 'revoked');
  }

  endAll(reason: 'failed'): void {
    for (const inUse of [...this.#credentials.values()]) this.#end(inUse, reason);
  }

  async #readPages(): Promise<PagesByPosition> {
    const pages = new Map<string, FeedPage>();
    for (const { isReadable, progress } of [...this.#subscriptions()]) {
      const { position } = progress;
      if (!isReadable || pages.has(position.id)) continue;
      pages.set(position.id, await this.feed.pageAfter(this.id, position));
      if (pages.size === POSITIONS_PER_CHECK) break;
    }
    return pages;
  }

  #end({ credential, subscriptions }: CredentialInUse, reason: 'revoked' | 'failed'): void {
    this.#credentials.delete(credential.identity);
    for (const { stream } of subscriptions) stream.end(reason);
    subscriptions.clear();
  }

  *#subscriptions(): Iterable<Subscription> {
    for (const { subscriptions } of this.#credentials.values()) yield* subscriptions;
  }
}

/** Returns whether some streams can continue without waiting. */
function sendPages({ subscriptions }: CredentialInUse, pages: PagesByPosition, revision: number): boolean {
  let canContinue = false;
  for (const subscription of subscriptions) {
    const page = subscription.isReadable ? pages.get(subscription.progress.position.id) : undefined;
    if (page) subscription.send(page);
    const hasMore = subscription.noteRevision(revision);
    if ((hasMore || !page) && subscription.isReadable) canContinue = true;
  }
  return canContinue;
}
