import type { NotifiedStream } from '../../../../application/changes/watch/change-stream.ts';
import type { StreamCredential } from '../../../../application/changes/watch/stream-credential.ts';
import type { AccountId } from '../../../../domain/accounts/account.ts';
import type { LastingStream } from '../../http/streams/open-streams.ts';
import type { StreamEnd, StreamResponse } from '../../http/streams/stream-response.ts';

/** Clients read all their prompts after each notification. */
const NOTIFICATION_INTERVAL_MS = 250;

/** Everything that a stream can send: it depends on the era of the protocol. */
export interface StreamMessages {
  readonly begin?: Uint8Array;
  readonly listChanged: Uint8Array;
  /** The server ends the stream on purpose. */
  readonly end?: Uint8Array;
}

/** One response that notifies an MCP client of changes until it is ended. */
export class NotificationStream implements NotifiedStream, LastingStream {
  #pause: NodeJS.Timeout | undefined;

  /** `whenReady` is called when the pause after a notification is over. */
  constructor(
    private readonly response: StreamResponse,
    private readonly messages: StreamMessages,
    readonly owner: AccountId,
    readonly credential: StreamCredential,
    private readonly whenReady: () => void,
  ) {
    if (messages.begin) response.write(messages.begin);
  }

  get canNotify(): boolean {
    return this.#pause === undefined && this.response.isDrained;
  }

  notify(): void {
    this.response.write(this.messages.listChanged);
    this.#pause = setTimeout(() => {
      this.#pause = undefined;
      this.whenReady();
    }, NOTIFICATION_INTERVAL_MS).unref();
  }

  keepAlive(): void {
    this.response.keepAlive();
  }

  end(reason: StreamEnd): void {
    const { end } = this.messages;
    if (end && reason !== 'revoked' && reason !== 'failed') this.response.write(end);
    this.response.end(reason);
  }
}
