import type { ServerResponse } from 'node:http';
import type { ChangeEvent } from '../../../../application/changes/change-event.ts';
import type { ChangeStream } from '../../../../application/changes/watch/change-stream.ts';
import type { StreamCredential } from '../../../../application/changes/watch/stream-credential.ts';
import type { AccountId } from '../../../../domain/accounts/account.ts';
import type { ChangeFilter } from '../../../../domain/changes/change-filter.ts';
import type { ChangeId } from '../../../../domain/changes/change-id.ts';
import { changeFrame, KEEP_ALIVE_FRAME, positionFrame, resetFrame } from './event-frames.ts';

/** A client that does not read gets no more than this; it continues where it was when it connects again. */
const UNSENT_LIVE_BYTES_MAX = 256 * 1024;

export type StreamEnd = 'revoked' | 'failed' | 'expired' | 'draining' | 'overflow' | 'closed';

/** One response that sends events until it is ended. */
export class EventStream implements ChangeStream {
  /** Why it ended; the client closed the connection unless something else did before. */
  endedBy: StreamEnd = 'closed';

  constructor(
    private readonly response: ServerResponse,
    readonly owner: AccountId,
    readonly credential: StreamCredential,
    readonly filter: ChangeFilter,
  ) {}

  get isDrained(): boolean {
    return !this.response.writableNeedDrain;
  }

  send(events: readonly ChangeEvent[], isLive: boolean): void {
    if (!this.#isOpen) return;
    const isBehind = this.response.writableLength > 0;
    const frames = events.map(changeFrame);
    const [only] = frames;
    // One write for a page. A corked response would wait for a drain that never comes.
    this.response.write(frames.length === 1 && only ? only : Buffer.concat(frames));
    // What was just written is not on its way yet, so that it counts only if something else waits as well.
    if (isLive && isBehind && this.response.writableLength > UNSENT_LIVE_BYTES_MAX) this.#destroy('overflow');
  }

  sendPosition(id: ChangeId): void {
    if (this.#isOpen) this.response.write(positionFrame(id));
  }

  sendReset(newest: ChangeId): void {
    if (this.#isOpen) this.response.write(resetFrame(newest));
  }

  /** Skipped while something waits: the client will notice that, or be disconnected because it reads nothing. */
  keepAlive(): void {
    if (this.#isOpen && this.isDrained) this.response.write(KEEP_ALIVE_FRAME);
  }

  end(reason: StreamEnd): void {
    // Ending a response would first send what waits.
    if (reason === 'revoked' && this.response.writableLength > 0) {
      this.#destroy(reason);
      return;
    }
    this.endedBy = reason;
    this.response.end();
  }

  /** Writing to a response that has ended would be an error. */
  get #isOpen(): boolean {
    return !this.response.destroyed && !this.response.writableEnded;
  }

  /** Discards what waits to be sent, in this process and in the system. */
  #destroy(reason: StreamEnd): void {
    this.endedBy = reason;
    const { socket } = this.response;
    if (socket) socket.resetAndDestroy();
    else this.response.destroy();
  }
}
