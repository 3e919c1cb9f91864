import type { AccountId } from '../../../domain/accounts/account.ts';
import type { ResumePoint } from '../follow-changes.ts';
import type { StreamStart } from './feed-progress.ts';
import type { ReadFeed } from './read-feed.ts';
import type { StreamCredential } from './stream-credential.ts';

/** The position from which a client wants to continue; `unknown` is something that was never a position. */
export type RequestedStart = ResumePoint | 'newest' | 'unknown';

export interface StartedStream {
  /** `gone`: changes are missing after the position that the client has. It continues with the newest one. */
  readonly kind: 'opened' | 'gone';
  readonly start: StreamStart;
}

export type OpenChangeStreamOutcome =
  | StartedStream
  /** The key or session has become invalid since the request was authenticated. */
  | { readonly kind: 'unauthorized' };

/** Finds out where a stream begins. */
export class OpenChangeStream {
  constructor(private readonly feed: ReadFeed) {}

  async execute(
    owner: AccountId,
    credential: StreamCredential,
    requested: RequestedStart,
  ): Promise<OpenChangeStreamOutcome> {
    const { kind, position, revision } = await this.#findStart(owner, requested);
    // The credential is checked after the feed was read, as for everything that a stream sends.
    const revisionNow = await credential.check();
    if (revisionNow === undefined) return { kind: 'unauthorized' };
    // Without a revision, the stream first gets what it has missed.
    return { kind, start: { position, revision: revision === revisionNow ? revision : undefined } };
  }

  async #findStart(owner: AccountId, requested: RequestedStart): Promise<Start> {
    if (requested === 'newest') return { kind: 'opened', ...(await this.feed.newest(owner)) };
    const position = requested === 'unknown' ? undefined : await this.feed.resume(owner, requested);
    return position ? { kind: 'opened', position } : { kind: 'gone', ...(await this.feed.newest(owner)) };
  }
}

interface Start extends StreamStart {
  readonly kind: StartedStream['kind'];
}
