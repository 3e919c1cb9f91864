import type { ChangeEvent } from '../../../../application/changes/change-event.ts';
import type { ChangeStream } from '../../../../application/changes/watch/change-stream.ts';
import type { StreamCredential } from '../../../../application/changes/watch/stream-credential.ts';
import type { AccountId } from '../../../../domain/accounts/account.ts';
import type { ChangeFilter } from '../../../../domain/changes/change-filter.ts';
import type { ChangeId } from '../../../../domain/changes/change-id.ts';
import { changeFrame, positionFrame, resetFrame } from './event-frames.ts';
import type { LastingStream } from './open-streams.ts';
import type { StreamEnd, StreamResponse } from './stream-response.ts';

/** A client that does not read gets no more than this; it continues where it was when it connects again. */
const UNSENT_LIVE_BYTES_MAX = 256 * 1024;

/** One response that sends events until it is ended. */
export class EventStream implements ChangeStream, LastingStream {
  constructor(
    private readonly response: StreamResponse,
    readonly owner: AccountId,
    readonly credential: StreamCredential,
    readonly filter: ChangeFilter,
  ) {}

  get isDrained(): boolean {
    return this.response.isDrained;
  }

  send(events: readonly ChangeEvent[], isLive: boolean): void {
    if (!this.response.isOpen) return;
    const isBehind = this.response.unsentBytes > 0;
    const frames = events.map(changeFrame);
    const [only] = frames;
    // One write for a page. A corked response would wait for a drain that never comes.
    this.response.write(frames.length === 1 && only ? only : Buffer.concat(frames));
    // These events are not on their way yet, so they count only if something else was waiting already.
    if (isLive && isBehind && this.response.unsentBytes > UNSENT_LIVE_BYTES_MAX) this.response.destroy('overflow');
  }

  sendPosition(id: ChangeId): void {
    this.response.write(positionFrame(id));
  }

  sendReset(newest: ChangeId): void {
    this.response.write(resetFrame(newest));
  }

  keepAlive(): void {
    this.response.keepAlive();
  }

  end(reason: StreamEnd): void {
    this.response.end(reason);
  }
}
