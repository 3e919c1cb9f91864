import type { ServerResponse } from 'node:http';

export type StreamEnd = 'revoked' | 'failed' | 'expired' | 'draining' | 'overflow' | 'closed';

/** A comment: it shows proxies and clients that the connection works, and says nothing about the account. */
const KEEP_ALIVE_FRAME = Buffer.from(': keep-alive\n\n');

/** One response that stays open until it is ended. */
export class StreamResponse {
  /** Why it ended; the client closed the connection unless something else did before. */
  endedBy: StreamEnd = 'closed';

  constructor(private readonly response: ServerResponse) {}

  get isOpen(): boolean {
    return !this.response.destroyed && !this.response.writableEnded;
  }

  get isDrained(): boolean {
    return !this.response.writableNeedDrain;
  }

  /** How much waits in this process. */
  get unsentBytes(): number {
    return this.response.writableLength;
  }

  /** Ignored once it has ended: writing then would be an error. */
  write(data: string | Uint8Array): void {
    if (this.isOpen) this.response.write(data);
  }

  /** Skipped while something waits: the client will notice that, or be disconnected because it reads nothing. */
  keepAlive(): void {
    if (this.isDrained) this.write(KEEP_ALIVE_FRAME);
  }

  end(reason: StreamEnd): void {
    // Ending a response would first send what waits.
    if (reason === 'revoked' && this.unsentBytes > 0) {
      this.destroy(reason);
      return;
    }
    this.endedBy = reason;
    this.response.end();
  }

  /** Discards what waits to be sent, in this process and in the system. */
  destroy(reason: StreamEnd): void {
    this.endedBy = reason;
    const { socket } = this.response;
    if (socket) socket.resetAndDestroy();
    else this.response.destroy();
  }
}
